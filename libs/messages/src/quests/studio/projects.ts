import { PROJECT_ROLES, type ProjectRole } from '../../access/principals.js';
import { Changing, Creating, type Timestamp } from '../../language/contract/common.js';
import { SAME_AGAIN, contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import {
  HttpsUrl,
  Id,
  Line,
  OneOf,
  PictureUrl,
  Prose,
  Slug,
  TextMap,
  Time,
  UserId,
  combine,
  enumeration,
  omit,
  partial,
  pick,
} from '../../language/fields/index.js';
import { REVIEWER_SIDES, type ReviewerSide } from '../../shared/reviewer-side.js';
import { Search } from './search.js';

export const PROJECT_STATUSES = enumeration('ProjectStatus', ['active', 'archived']);
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** Members that a team sets. */
export class ProjectFields {
  @Slug({ description: 'Unique on the platform; used in names of exported files', example: 'orbit' })
  slug!: string;

  @Line({ max: 100, example: 'Orbit', description: 'Display name' })
  name!: string;

  @Prose({ max: 5000, nullable: true, description: 'Text for earners; null: none' })
  description!: string | null;

  @HttpsUrl({ nullable: true, description: 'URL of the website; null: none', example: 'https://orbit.example.org' })
  websiteUrl!: string | null;

  @PictureUrl({
    nullable: true,
    example: null,
    description: 'URL of the logo, or /v1/files/<id>/image of an uploaded one; null: none',
  })
  logoUrl!: string | null;

  @TextMap({
    maxEntries: 20,
    maxNameLength: 40,
    maxLength: 2048,
    form: 'https_url',
    description: 'https URLs by label',
    example: { docs: 'https://docs.example.org' },
  })
  links!: Record<string, string>;
}

export class Project extends ProjectFields {
  @Id({ description: 'Id of the project' })
  id!: string;

  @OneOf(PROJECT_STATUSES, { description: 'Status of the project' })
  status!: ProjectStatus;

  @Time()
  createdAt!: Timestamp;

  @Time()
  updatedAt!: Timestamp;
}

/** The public view of a project. */
export class PublicProject extends omit(Project, 'status', 'updatedAt') {}

/** A project as a member of its team sees it. */
export class OwnProject extends Project {
  @OneOf(PROJECT_ROLES, { description: 'Role of the user in the project' })
  role!: ProjectRole;
}

const PROJECT = '/v1/projects/:projectId';
const tag = 'projects';

class CreateProjectRequest extends combine(partial(ProjectFields), pick(ProjectFields, 'slug', 'name'), Creating) {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const createProject = contract({
  subject: 'quests.projects.create',
  request: CreateProjectRequest,
  reply: Project,
  errors: ['SLUG_TAKEN', 'FILE_NOT_USABLE'],
  http: {
    id: 'createProject',
    route: 'POST /v1/projects',
    tag,
    summary: 'Create a project; the creator becomes its project_admin',
    status: 201,
    idempotent: true,
  },
});

export const PROJECT_ORDERS = enumeration('ProjectOrder', ['newest', 'oldest', 'name']);
export type ProjectOrder = (typeof PROJECT_ORDERS)[number];

class ListProjectsRequest extends PageRequest {
  @OneOf(PROJECT_STATUSES, { optional: true, description: 'Only projects with this status' })
  status?: ProjectStatus;

  @Search()
  search?: string;

  @OneOf(PROJECT_ORDERS, { default: 'newest', description: 'newest by default; name: case-insensitive' })
  order!: ProjectOrder;
}

class ListOwnProjectsRequest extends ListProjectsRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const listOwnProjects = contract({
  subject: 'quests.projects.list-own',
  callers: ['exports'],
  request: ListOwnProjectsRequest,
  reply: pageOf(OwnProject),
  http: {
    id: 'listMyProjects',
    route: 'GET /v1/projects',
    tag,
    summary: 'List the projects of the user',
  },
});

class ProjectRequest {
  @Id()
  projectId!: string;
}

export const getProject = contract({
  subject: 'quests.projects.get',
  request: ProjectRequest,
  reply: Project,
  http: { id: 'getProject', route: `GET ${PROJECT}`, tag, summary: 'Get a project', versioned: true },
});

class UpdateProjectRequest extends combine(ProjectRequest, partial(ProjectFields), Changing) {}

export const updateProject = contract({
  subject: 'quests.projects.update',
  request: UpdateProjectRequest,
  reply: Project,
  errors: ['SLUG_TAKEN', 'INVALID_TRANSITION', 'PRECONDITION_FAILED', 'FILE_NOT_USABLE'],
  http: {
    id: 'updateProject',
    route: `PATCH ${PROJECT}`,
    tag,
    summary: 'Update a project',
    versioned: true,
    description: 'Omitted members keep their value.',
    example: { name: 'Orbit' },
  },
});

class ArchiveProjectRequest extends ProjectRequest {
  @OneOf(REVIEWER_SIDES, { optional: true })
  by?: ReviewerSide;
}

/** Idempotent. */
export const archiveProject = contract({
  subject: 'quests.projects.archive',
  request: ArchiveProjectRequest,
  reply: Project,
  http: [
    {
      id: 'archiveProject',
      route: `POST ${PROJECT}/archive`,
      tag,
      summary: 'Archive a project with its campaigns and quests',
      set: { by: 'team' },
      errors: ['POOL_LOCKED'],
      description:
        'Its API keys stop working and its quests can no longer be completed. POOL_LOCKED while a pool of its campaigns is funded or decisions still change their payouts.',
      again: SAME_AGAIN,
      replies: { status: 'archived' },
    },
    {
      id: 'adminArchiveProject',
      route: 'POST /v1/admin/projects/:projectId/archive',
      tag: 'admin',
      summary: 'Archive any project with its campaigns and quests',
      set: { by: 'platform' },
      description: 'Also while payouts of its campaigns are due: submissions that are undecided then earn nothing.',
      again: SAME_AGAIN,
      replies: { status: 'archived' },
    },
  ],
});

export const adminListProjects = contract({
  subject: 'quests.projects.admin-list',
  request: ListProjectsRequest,
  reply: pageOf(Project),
  http: { id: 'adminListProjects', route: 'GET /v1/admin/projects', tag: 'admin', summary: 'List all projects' },
});

export class ProjectArchived {
  @Id()
  projectId!: string;
}
