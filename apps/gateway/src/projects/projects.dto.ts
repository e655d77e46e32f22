import {
  PROJECT_ROLES,
  PROJECT_STATUSES,
  type OwnProject,
  type Project,
  type ProjectProfile,
  type ProjectRole,
  type ProjectStatus,
} from '@questp/messages';
import { HttpsUrl, Id, Line, OneOf, Slug, Text, TextMap, Time } from '../edge/fields/index.js';
import { PageQuery, pageOf } from '../edge/paging.dto.js';

const LINKS = {
  maxEntries: 20,
  maxLength: 2048,
  pattern: /^https:\/\/\S+$/,
  description: 'https links by label',
  example: { docs: 'https://docs.example.org' },
};

export class ProjectDto implements Project {
  @Id()
  id!: string;

  @Slug()
  slug!: string;

  @Text({ example: 'Example Protocol' })
  name!: string;

  @Text({ nullable: true })
  description!: string | null;

  @Text({ nullable: true })
  websiteUrl!: string | null;

  @Text({ nullable: true })
  logoUrl!: string | null;

  @TextMap(LINKS)
  links!: Record<string, string>;

  @OneOf(PROJECT_STATUSES)
  status!: ProjectStatus;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

export class OwnProjectDto extends ProjectDto implements OwnProject {
  @OneOf(PROJECT_ROLES, { description: 'The own role in the project' })
  role!: ProjectRole;
}

export const ProjectPageDto = pageOf(ProjectDto);
export const OwnProjectPageDto = pageOf(OwnProjectDto);

export class CreateProjectBody implements Partial<ProjectProfile> {
  @Slug({ description: 'Unique on the platform' })
  slug!: string;

  @Line({ max: 120, example: 'Example Protocol' })
  name!: string;

  @Text({ max: 5000, optional: true, nullable: true })
  description?: string | null;

  @HttpsUrl({ optional: true, nullable: true })
  websiteUrl?: string | null;

  @HttpsUrl({ optional: true, nullable: true })
  logoUrl?: string | null;

  @TextMap({ ...LINKS, optional: true })
  links?: Record<string, string>;
}

export class UpdateProjectBody implements Partial<ProjectProfile> {
  @Slug({ optional: true })
  slug?: string;

  @Line({ max: 120, optional: true })
  name?: string;

  @Text({ max: 5000, optional: true, nullable: true })
  description?: string | null;

  @HttpsUrl({ optional: true, nullable: true })
  websiteUrl?: string | null;

  @HttpsUrl({ optional: true, nullable: true })
  logoUrl?: string | null;

  @TextMap({ ...LINKS, optional: true })
  links?: Record<string, string>;
}

export class ProjectsQuery extends PageQuery {
  @OneOf(PROJECT_STATUSES, { optional: true })
  status?: ProjectStatus;
}
