import type { Creating, Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';
import type { ProjectRole } from '../principals.js';

export const PROJECT_STATUSES = ['active', 'archived'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export interface ProjectProfile {
  name: string;
  description: string | null;
  websiteUrl: string | null;
  logoUrl: string | null;
  /** https links by label, e.g. { "docs": "https://…" } */
  links: Record<string, string>;
}

export interface Project extends ProjectProfile {
  id: string;
  /** 3..40 of a-z 0-9 - ; unique, part of export file names */
  slug: string;
  status: ProjectStatus;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export type PublicProject = Omit<Project, 'status' | 'updatedAt'>;

export interface OwnProject extends Project {
  /** The asking user's role in it. */
  role: ProjectRole;
}

/** SLUG_TAKEN. The creator becomes its first project_admin. */
export const createProject = contract<
  Creating & { userId: string; slug: string } & Partial<ProjectProfile> & { name: string },
  Project
>('quests.projects.create');
export const listOwnProjects = contract<PageRequest & { userId: string; status?: ProjectStatus }, Page<OwnProject>>(
  'quests.projects.list-own',
);
export const getProject = contract<{ projectId: string }, Project>('quests.projects.get');
export const updateProject = contract<{ projectId: string; slug?: string } & Partial<ProjectProfile>, Project>(
  'quests.projects.update',
);
/** Archives the project with its campaigns and quests; idempotent. */
export const archiveProject = contract<{ projectId: string }, Project>('quests.projects.archive');
export const adminListProjects = contract<PageRequest & { status?: ProjectStatus; search?: string }, Page<Project>>(
  'quests.projects.admin-list',
);

/** The role a user has in a project now; null: the project is unknown or the user is no member. Never cached. */
export const getProjectRole = contract<{ projectId: string; userId: string }, { role: ProjectRole | null }>(
  'quests.members.role',
);

export interface Member {
  userId: string;
  username: string | null;
  displayName: string | null;
  role: ProjectRole;
  addedAt: Timestamp;
}

export const listMembers = contract<PageRequest & { projectId: string; role?: ProjectRole }, Page<Member>>(
  'quests.members.list',
);
/** ALREADY_MEMBER; NOT_FOUND when there is no such user. */
export const addMember = contract<
  Creating & { projectId: string; userId: string; role: ProjectRole; actingUserId: string },
  Member
>('quests.members.add');
/** LAST_PROJECT_ADMIN */
export const updateMember = contract<{ projectId: string; userId: string; role: ProjectRole }, Member>(
  'quests.members.update',
);
/** Takes effect at once. LAST_PROJECT_ADMIN */
export const removeMember = contract<{ projectId: string; userId: string }, null>('quests.members.remove');
