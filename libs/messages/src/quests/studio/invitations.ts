import { PROJECT_ROLES, type ProjectRole } from '../../access/principals.js';
import type { Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import {
  Flag,
  Id,
  ListOfText,
  OneOf,
  Slug,
  Text,
  Time,
  UserId,
  combine,
  enumeration,
  omit,
} from '../../language/fields/index.js';
import { PublicUser } from '../../shared/public-user.js';

export const INVITATION_STATUSES = enumeration('InvitationStatus', [
  'invited',
  'accepted',
  'declined',
  'withdrawn',
  'lapsed',
]);
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** Maximum members of a project, including open invitations. */
export const MAX_MEMBERS = 1000;
/** Maximum open invitations of a project. */
export const MAX_INVITATIONS = 50;
/**
 * Maximum invitations of one user by one project within the seven days that an invitation is open, including closed
 * ones.
 */
export const MAX_INVITATIONS_OF_USER = 3;

/** An invitation gives no access: the user becomes a member by accepting. */
export class Invitation extends PublicUser {
  @Id({ description: 'Id of the invitation' })
  id!: string;

  @OneOf(PROJECT_ROLES, {
    description: 'Role after accepting',
    example: 'project_moderator',
  })
  role!: ProjectRole;

  @OneOf(INVITATION_STATUSES, {
    description: 'invited: can be accepted; lapsed: expired, or its sender is no longer a project_admin',
  })
  status!: InvitationStatus;

  @UserId({ description: 'Public id of the inviting user' })
  invitedBy!: string;

  @Time({ description: 'When the invitation was sent' })
  invitedAt!: Timestamp;

  @Time({ description: 'When the invitation expires: after seven days' })
  expiresAt!: Timestamp;
}

/** An invitation as the invited user sees it. */
export class OwnInvitation extends omit(Invitation, 'userId', 'username', 'displayName', 'avatarUrl', 'shortWallet') {
  @Id()
  projectId!: string;

  @Slug({ description: 'Slug of the project', example: 'orbit' })
  projectSlug!: string;

  @Text({ max: 100, description: 'Name of the project', example: 'Orbit' })
  projectName!: string;
}

const INVITATIONS = '/v1/projects/:projectId/invitations';
const OWN = '/v1/users/me/invitations';
const tag = 'members';

class ListInvitationsRequest extends PageRequest {
  @Id()
  projectId!: string;

  @OneOf(INVITATION_STATUSES, { optional: true, description: 'Only invitations with this status' })
  status?: InvitationStatus;
}

export const listInvitations = contract({
  subject: 'quests.invitations.list',
  request: ListInvitationsRequest,
  reply: pageOf(Invitation),
  http: {
    id: 'listInvitations',
    route: `GET ${INVITATIONS}`,
    tag,
    summary: 'List the invitations of a project, newest first',
  },
});

class WithdrawInvitationRequest {
  @Id()
  projectId!: string;

  @Id()
  invitationId!: string;
}

/** Idempotent. */
export const withdrawInvitation = contract({
  subject: 'quests.invitations.withdraw',
  request: WithdrawInvitationRequest,
  reply: null,
  errors: ['INVITATION_CLOSED'],
  http: {
    id: 'withdrawInvitation',
    route: `DELETE ${INVITATIONS}/:invitationId`,
    tag,
    summary: 'Withdraw an invitation',
    again: 'After the user has answered, it returns INVITATION_CLOSED.',
  },
});

class ListOwnInvitationsRequest extends PageRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const listOwnInvitations = contract({
  subject: 'quests.invitations.list-own',
  callers: ['exports'],
  request: ListOwnInvitationsRequest,
  reply: pageOf(OwnInvitation),
  http: {
    id: 'listMyInvitations',
    route: `GET ${OWN}`,
    tag,
    summary: 'List your open invitations, newest first',
  },
});

/** Projects whose invitations a user can block. */
export const MAX_REFUSED_PROJECTS = 100;

export class InvitationPreferences {
  @Flag({ description: 'True if projects can invite the user (default)' })
  invitable!: boolean;

  @ListOfText({
    max: MAX_REFUSED_PROJECTS,
    form: 'uuid',
    maxLength: 36,
    description: 'Ids of blocked projects',
    example: [],
  })
  refusedProjectIds!: string[];
}

class OwnInvitationPreferencesRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

const PREFERENCES = '/v1/users/me/invitation-preferences';

export const getInvitationPreferences = contract({
  subject: 'quests.invitations.get-preferences',
  callers: ['exports'],
  request: OwnInvitationPreferencesRequest,
  reply: InvitationPreferences,
  http: {
    id: 'getInvitationPreferences',
    route: `GET ${PREFERENCES}`,
    tag,
    summary: 'Get which projects can invite the user',
  },
});

class SetInvitationPreferencesRequest extends combine(OwnInvitationPreferencesRequest, InvitationPreferences) {}

/** Open invitations stay open. */
export const setInvitationPreferences = contract({
  subject: 'quests.invitations.set-preferences',
  request: SetInvitationPreferencesRequest,
  reply: InvitationPreferences,
  http: {
    id: 'setInvitationPreferences',
    route: `PUT ${PREFERENCES}`,
    tag,
    summary: 'Set which projects can invite the user',
    description: 'Open invitations are kept. Invitations from blocked projects return INVITATION_REFUSED.',
  },
});

export const INVITATION_ANSWERS = enumeration('InvitationAnswer', ['accepted', 'declined']);
export type InvitationAnswer = (typeof INVITATION_ANSWERS)[number];

class AnswerInvitationRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id()
  invitationId!: string;

  @OneOf(INVITATION_ANSWERS)
  answer!: InvitationAnswer;
}

/** Idempotent; a different second answer is INVITATION_CLOSED. NOT_FOUND for an invitation of another user. */
export const answerInvitation = contract({
  subject: 'quests.invitations.answer',
  request: AnswerInvitationRequest,
  reply: OwnInvitation,
  errors: ['INVITATION_CLOSED'],
  http: [
    {
      id: 'acceptInvitation',
      route: `POST ${OWN}/:invitationId/accept`,
      tag,
      summary: 'Accept an invitation and join the team',
      set: { answer: 'accepted' },
      again: 'A repeated call returns the same answer; after the opposite answer it returns INVITATION_CLOSED.',
      replies: { status: 'accepted' },
    },
    {
      id: 'declineInvitation',
      route: `POST ${OWN}/:invitationId/decline`,
      tag,
      summary: 'Decline an invitation',
      set: { answer: 'declined' },
      again: 'A repeated call returns the same answer; after the opposite answer it returns INVITATION_CLOSED.',
      replies: { status: 'declined' },
    },
  ],
});

export class MemberAdded {
  @Id()
  projectId!: string;

  @Text({ max: 100, description: 'Name of the project', example: 'Orbit' })
  projectName!: string;

  @UserId()
  userId!: string;

  @OneOf(PROJECT_ROLES, { description: 'Role in the project' })
  role!: ProjectRole;

  @UserId({ optional: true, description: 'Public id of the inviting user' })
  invitedBy?: string;
}

export class MemberInvited extends MemberAdded {
  @Id()
  invitationId!: string;

  @Time()
  expiresAt!: Timestamp;
}
