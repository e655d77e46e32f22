import { hasForm } from '@questp/messages/language';
import type { Project, ProjectFields, ProjectStatus, PublicProject } from '@questp/messages/quests';
import { Prisma, type Project as Columns } from '../../generated/prisma/browser.js';
import type { Narrowed } from '../../shared/narrowed.js';

/** A row of the table `project`. */
export type ProjectRow = Narrowed<Columns, Pick<ProjectFields, 'links'> & { status: ProjectStatus }>;

export const PROJECT_COLUMNS = Object.keys(Prisma.ProjectScalarFieldEnum);

export const EMPTY_PROFILE = { description: null, websiteUrl: null, logoUrl: null, links: {} };

export function toPublicProject(row: ProjectRow): PublicProject {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    websiteUrl: row.websiteUrl,
    logoUrl: row.logoUrl,
    links: addressesOf(row.links),
    createdAt: row.createdAt.toISOString(),
  };
}

export function toProject(row: ProjectRow): Project {
  return { ...toPublicProject(row), status: row.status, updatedAt: row.updatedAt.toISOString() };
}

/** Leaves out links that were stored before they had to be addresses. */
const addressesOf = (links: ProjectRow['links']): ProjectRow['links'] =>
  Object.fromEntries(Object.entries(links).filter(([, address]) => hasForm('https_url', address)));
