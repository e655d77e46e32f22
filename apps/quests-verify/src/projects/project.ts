import type { Project, ProjectProfile, ProjectStatus, PublicProject } from '@questp/messages';
import type { Project as ProjectRow } from '../generated/prisma/client.js';
import { description, slug, title, url } from '../studio/fields.js';
import { httpUrl, object, type JsonSchema } from '../task-types/json-schema.js';

export type { ProjectRow };

export type ProjectFields = ProjectProfile & { slug: string };

const FIELDS = {
  slug,
  name: { ...title, maxLength: 100 },
  description,
  websiteUrl: url,
  logoUrl: url,
  links: {
    type: 'object',
    description: 'Links by label.',
    maxProperties: 20,
    propertyNames: { type: 'string', minLength: 1, maxLength: 40, pattern: '^[^\\p{Cc}]*$' },
    additionalProperties: { ...httpUrl('The link.'), pattern: '^https://[^/?#@]+([/?#]|$)' },
  },
} satisfies Record<keyof ProjectFields, JsonSchema>;

export const NEW_PROJECT = object(FIELDS, ['slug', 'name']);
export const PROJECT_CHANGE = object(FIELDS);

export const EMPTY_PROFILE = { description: null, websiteUrl: null, logoUrl: null, links: {} };

export function toPublicProject(row: ProjectRow): PublicProject {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    websiteUrl: row.websiteUrl,
    logoUrl: row.logoUrl,
    links: row.links as Record<string, string>,
    createdAt: row.createdAt.toISOString(),
  };
}

export function toProject(row: ProjectRow): Project {
  return { ...toPublicProject(row), status: row.status as ProjectStatus, updatedAt: row.updatedAt.toISOString() };
}
