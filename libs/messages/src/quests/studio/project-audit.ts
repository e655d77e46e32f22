import { PROJECT_INTEGRATION_ACTIONS } from '../../integrations/project-integrations.js';
import { DISPLAY_NAME, USERNAME, type Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import { AnyObject, Id, Line, Nested, OneOf, Text, Time, enumeration } from '../../language/fields/index.js';

/** Actions in the studio; the first word names the kind of subject. */
export const PROJECT_ACTIONS = enumeration('ProjectAction', [
  'project.created',
  'project.updated',
  'project.archived',
  'member.invited',
  'member.invitation_withdrawn',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'campaign.created',
  'campaign.duplicated',
  'campaign.updated',
  'campaign.activated',
  'campaign.deactivated',
  'campaign.started',
  'campaign.ended',
  'campaign.archived',
  'campaign.deleted',
  'campaign.pool_funded',
  'campaign.pool_cancelled',
  'campaign.quests_ordered',
  'quest.created',
  'quest.duplicated',
  'quest.updated',
  'quest.published',
  'quest.unpublished',
  'quest.archived',
  'quest.deleted',
  'quest.attempts_reset',
  'submission.approved',
  'submission.rejected',
  'submission.undone',
  'submission.reversed',
  ...PROJECT_INTEGRATION_ACTIONS,
]);
export type ProjectAction = (typeof PROJECT_ACTIONS)[number];

export const PROJECT_ACTOR_TYPES = enumeration('ProjectActorType', ['user', 'operator', 'system']);

export class ProjectActor {
  @OneOf(PROJECT_ACTOR_TYPES, { description: 'Kind of actor; system: an action that was due' })
  type!: (typeof PROJECT_ACTOR_TYPES)[number];

  @Text({
    max: 64,
    nullable: true,
    description: 'Public id of the user; null: the actor is not a user',
    example: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01',
  })
  userId!: string | null;

  @Text({ ...USERNAME, nullable: true })
  username!: string | null;

  @Text({ ...DISPLAY_NAME, nullable: true })
  displayName!: string | null;
}

export class ProjectAuditEntry {
  @Id({ description: 'Id of the entry' })
  id!: string;

  @Time()
  at!: Timestamp;

  @OneOf(PROJECT_ACTIONS, { description: 'Action; its first word names the kind of subject' })
  action!: ProjectAction;

  @Nested(() => ProjectActor, { description: 'User, operator, API key or system that acted' })
  actor!: ProjectActor;

  @Text({
    max: 64,
    description: 'Id of the project, user, campaign, quest or submission',
    example: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01',
  })
  subjectId!: string;

  @AnyObject({
    maxBytes: 8_192,
    description: 'Details of the action, such as title, changed members, reason or role; no secrets',
    example: { title: 'Spring season', changed: ['endsAt'] },
  })
  details!: Record<string, unknown>;
}

class ListProjectAuditLogRequest extends PageRequest {
  @Id()
  projectId!: string;

  @OneOf(PROJECT_ACTIONS, { optional: true, description: 'Only entries with this action' })
  action?: ProjectAction;

  @Line({ max: 64, optional: true, description: 'Only actions of this user' })
  actorId?: string;

  @Line({
    max: 64,
    optional: true,
    description: 'Only actions on this subject',
    example: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01',
  })
  subjectId?: string;

  @Time({ optional: true, description: 'Start of the range, inclusive' })
  from?: Timestamp;

  @Time({ optional: true, description: 'End of the range, exclusive' })
  to?: Timestamp;
}

export const listProjectAuditLog = contract({
  subject: 'quests.audit.list',
  request: ListProjectAuditLogRequest,
  reply: pageOf(ProjectAuditEntry),
  http: {
    id: 'listProjectAuditLog',
    route: 'GET /v1/projects/:projectId/audit-log',
    tag: 'projects',
    summary: 'List the audit log of a project, newest first',
  },
});
