import { PROJECT_ROLES, type ProjectRole } from '../../access/principals.js';
import { Creating, type Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import { Id, OneOf, Text, Time, UserId, combine, enumeration } from '../../language/fields/index.js';
import { Invitation } from './invitations.js';
import { Search } from './search.js';
import { PublicUser } from '../../shared/public-user.js';

export class Member extends PublicUser {
  @OneOf(PROJECT_ROLES, { description: 'Role of the member', example: 'project_moderator' })
  role!: ProjectRole;

  @Time({ description: 'When the member joined' })
  addedAt!: Timestamp;
}

const MEMBERS = '/v1/projects/:projectId/members';
const MEMBER = `${MEMBERS}/:userId`;
const tag = 'members';

class MemberRequest {
  @Id()
  projectId!: string;

  @UserId()
  userId!: string;
}

class MemberRole {
  @OneOf(PROJECT_ROLES, { nullable: true, description: 'Role in the project; null: not a member' })
  role!: ProjectRole | null;
}

/** Current role of a user in a project; null: unknown project, or not a member. Never cached. */
export const getProjectRole = contract({
  subject: 'quests.members.role',
  callers: ['gateway', 'integrations', 'escrow-ops'],
  reads: true,
  request: MemberRequest,
  reply: MemberRole,
});

export const MEMBER_ORDERS = enumeration('MemberOrder', ['newest', 'oldest', 'username']);
export type MemberOrder = (typeof MEMBER_ORDERS)[number];

class ListMembersRequest extends PageRequest {
  @Id()
  projectId!: string;

  @OneOf(PROJECT_ROLES, { optional: true, description: 'Only members with this role' })
  role?: ProjectRole;

  @Search({ description: 'Part of the username or display name, case-insensitive' })
  search?: string;

  @OneOf(MEMBER_ORDERS, {
    default: 'oldest',
    description: 'oldest by default: by join date; username: members without one are last',
  })
  order!: MemberOrder;
}

export const listMembers = contract({
  subject: 'quests.members.list',
  request: ListMembersRequest,
  reply: pageOf(Member),
  http: { id: 'listMembers', route: `GET ${MEMBERS}`, tag, summary: 'List the members of a project' },
});

class ChangeMemberRequest extends MemberRequest {
  @OneOf(PROJECT_ROLES, { description: 'Role of the member', example: 'project_moderator' })
  role!: ProjectRole;
}

class AddMemberRequest extends combine(ChangeMemberRequest, Creating) {
  @UserId({ from: 'userId', description: 'Public id of the inviting user' })
  invitedBy!: string;
}

/** NOT_FOUND when there is no such user. */
export const addMember = contract({
  subject: 'quests.members.add',
  request: AddMemberRequest,
  reply: Invitation,
  errors: ['ALREADY_MEMBER', 'ALREADY_INVITED', 'INVITATION_REFUSED', 'TOO_MANY', 'RATE_LIMITED', 'INVALID_TRANSITION'],
  http: {
    id: 'addMember',
    route: `POST ${MEMBERS}`,
    tag,
    summary: 'Invite a user to a project',
    description:
      'INVITATION_REFUSED: the user blocks invitations or this project, or has reached the daily limit of received invitations. RATE_LIMITED: you have reached the daily limit of sent invitations.',
    status: 201,
    idempotent: true,
  },
});

export const updateMember = contract({
  subject: 'quests.members.update',
  request: ChangeMemberRequest,
  reply: Member,
  errors: ['LAST_PROJECT_ADMIN'],
  http: { id: 'updateMember', route: `PATCH ${MEMBER}`, tag, summary: 'Change the role of a member' },
});

class RemoveMemberRequest extends MemberRequest {
  @UserId({ from: 'userId' })
  removedBy!: string;
}

export const removeMember = contract({
  subject: 'quests.members.remove',
  request: RemoveMemberRequest,
  reply: null,
  errors: ['LAST_PROJECT_ADMIN'],
  http: [
    {
      id: 'removeMember',
      route: `DELETE ${MEMBER}`,
      tag,
      summary: 'Remove a member',
      description: 'The last project_admin cannot be removed.',
    },
    {
      id: 'leaveProject',
      route: 'POST /v1/projects/:projectId/leave',
      tag,
      summary: 'Leave a project; the last project_admin cannot leave',
      fill: { userId: 'userId' },
      again: 'A repeated call returns NOT_FOUND.',
    },
  ],
});

export class MemberRemoved {
  @Id()
  projectId!: string;

  @Text({ max: 100, description: 'Name of the project', example: 'Orbit' })
  projectName!: string;

  @UserId()
  userId!: string;

  @UserId({ optional: true, description: 'The member itself, who left, or a project_admin' })
  removedBy?: string;
}

export class MemberChanged {
  @Id()
  projectId!: string;

  @Text({ max: 100, optional: true, description: 'Absent in older events', example: 'Orbit' })
  projectName?: string;

  @UserId()
  userId!: string;

  @OneOf(PROJECT_ROLES, { description: 'New role in the project' })
  role!: ProjectRole;
}
