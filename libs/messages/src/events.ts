import {
  ACCOUNT_ADDRESS,
  ACCOUNT_CHAIN,
  ACCOUNT_STATUSES,
  AVATAR_URL,
  ClientInfo,
  DISPLAY_NAME,
  USERNAME,
  type AccountStatus,
  type Timestamp,
} from './common.js';
import {
  AdminId,
  Count,
  Flag,
  Id,
  ListOf,
  Nested,
  OneOf,
  TaskTypeId,
  Text,
  Time,
  UserId,
  type MessageClass,
} from './fields/index.js';
import { MOST_WALLETS } from './identity/wallets.js';
import {
  ADMIN_ROLES,
  PRINCIPAL_FAMILIES,
  PROJECT_ROLES,
  type AdminRole,
  type PrincipalFamily,
  type ProjectRole,
} from './principals.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from './quests/submission-status.js';

export class SnapshotWallet {
  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @Text({ ...ACCOUNT_ADDRESS })
  address!: string;
}

/** State of a user at `version`; consumers keep the highest version they saw. */
export class UserSnapshot {
  @UserId()
  userId!: string;

  @Count()
  version!: number;

  @Text({ ...USERNAME, nullable: true })
  username!: string | null;

  @Text({ ...DISPLAY_NAME, nullable: true })
  displayName!: string | null;

  @Text({ ...AVATAR_URL, nullable: true, optional: true })
  avatarUrl?: string | null;

  @Flag({ optional: true, description: 'Whether anybody may see the primary wallet' })
  showsWallet?: boolean;

  @OneOf(ACCOUNT_STATUSES)
  status!: AccountStatus;

  @Text({ ...ACCOUNT_ADDRESS, nullable: true })
  primaryWallet!: string | null;

  @ListOf(() => SnapshotWallet, { max: MOST_WALLETS })
  wallets!: SnapshotWallet[];
}

export class AdminCreated {
  @AdminId()
  adminId!: string;

  @Text({ max: 254 })
  email!: string;

  @OneOf(ADMIN_ROLES)
  role!: AdminRole;
}

/** What an operator may do at `version`; consumers keep the highest version they saw. */
export class OperatorAccess {
  @AdminId()
  adminId!: string;

  @Count()
  version!: number;

  @OneOf(ADMIN_ROLES)
  role!: AdminRole;

  @OneOf(ACCOUNT_STATUSES)
  status!: AccountStatus;
}

export class AdminSignInLocked {
  @AdminId()
  adminId!: string;

  @Text({ max: 254 })
  email!: string;

  @Text({ max: 64 })
  ip!: string;

  @Time()
  lockedUntil!: Timestamp;
}

export class TaskTypeSwitched {
  @TaskTypeId()
  taskTypeId!: string;

  @Flag()
  enabled!: boolean;

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true })
  client!: ClientInfo | null;
}

export class MemberRemoved {
  @Id()
  projectId!: string;

  @Text({ max: 100 })
  projectName!: string;

  @UserId()
  userId!: string;

  @UserId({ optional: true, description: 'The member itself, who left, or a project_admin' })
  removedBy?: string;
}

export class MemberAdded {
  @Id()
  projectId!: string;

  @Text({ max: 100 })
  projectName!: string;

  @UserId()
  userId!: string;

  @OneOf(PROJECT_ROLES)
  role!: ProjectRole;

  @UserId({ optional: true })
  invitedBy?: string;
}

export class MemberInvited extends MemberAdded {
  @Id()
  invitationId!: string;

  @Time()
  expiresAt!: Timestamp;
}

export class ProjectArchived {
  @Id()
  projectId!: string;
}

export class CampaignMoved {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;
}

export class SubmissionSnapshot {
  @Id()
  submissionId!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @Text({ max: 160 })
  questTitle!: string;

  @UserId()
  userId!: string;

  @OneOf(SUBMISSION_STATUSES)
  status!: SubmissionStatus;

  @Count()
  pointsAwarded!: number;

  @Text({ max: 1000, nullable: true })
  reason!: string | null;
}

export const REVIEW_OUTCOMES = ['approved', 'rejected', 'undone', 'reversed'] as const;

export class SubmissionReviewed extends SubmissionSnapshot {
  @OneOf(REVIEW_OUTCOMES)
  decision!: (typeof REVIEW_OUTCOMES)[number];
}

export class PrincipalRevoked {
  @OneOf(PRINCIPAL_FAMILIES)
  family!: PrincipalFamily;

  @Text({ max: 64, description: 'User id, admin id or API key id' })
  id!: string;

  @Id({ optional: true, description: 'Only this session; all when absent' })
  sessionId?: string;
}

interface EventRow {
  /** Whose order the event keeps. */
  aggregate: string;
  /** The service that sends it. */
  from: string;
  /** The services that listen to it. */
  to: readonly string[];
  meaning: string;
  data: MessageClass;
}

/**
 * Every event, of which docs/events.md is made. Delivered at least once through outbox and JetStream, applied once
 * through the inbox. A breaking change of the data takes a new version number, see EVENT_VERSION.
 */
export const EVENT_TABLE = {
  'user.created': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify'],
    meaning: 'A wallet signed in for the first time',
    data: UserSnapshot,
  },
  'user.updated': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify'],
    meaning: 'Profile, wallets or account status changed; carries the whole snapshot and its version',
    data: UserSnapshot,
  },
  'admin.created': {
    aggregate: 'admin',
    from: 'identity',
    to: ['notifier'],
    meaning: 'A super admin added an operator',
    data: AdminCreated,
  },
  'admin.updated': {
    aggregate: 'admin',
    from: 'identity',
    to: ['quests-verify'],
    meaning: "A super admin changed an operator's role or status; carries what the operator may do and its version",
    data: OperatorAccess,
  },
  'principal.revoked': {
    aggregate: 'principal',
    from: 'identity',
    to: ['gateway'],
    meaning:
      'A user, operator or API key lost or changed access, or one of its sessions ended; drop what is cached of it',
    data: PrincipalRevoked,
  },
  'admin.sign_in_locked': {
    aggregate: 'admin',
    from: 'identity',
    to: ['notifier'],
    meaning: 'Ten wrong attempts locked a sign-in',
    data: AdminSignInLocked,
  },
  'task_type.switched': {
    aggregate: 'task type',
    from: 'quests-verify',
    to: ['identity'],
    meaning: 'An operator switched a task type on or off',
    data: TaskTypeSwitched,
  },
  'project.member_invited': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'notifier'],
    meaning: 'A user was invited to a project team',
    data: MemberInvited,
  },
  'project.member_added': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'notifier'],
    meaning: 'A user accepted an invitation and joined a project team',
    data: MemberAdded,
  },
  'project.member_removed': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'notifier'],
    meaning: 'A user left a project team or was removed from it',
    data: MemberRemoved,
  },
  'project.archived': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity'],
    meaning: 'A project was archived with all that is in it',
    data: ProjectArchived,
  },
  'campaign.activated': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    meaning: 'A campaign went live',
    data: CampaignMoved,
  },
  'campaign.ended': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    meaning: 'A campaign was ended or ran out',
    data: CampaignMoved,
  },
  'submission.in_review': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: [],
    meaning: 'A submission waits for review',
    data: SubmissionSnapshot,
  },
  'submission.pending': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: [],
    meaning: 'A submission waits for its check to be repeated',
    data: SubmissionSnapshot,
  },
  'submission.rejected': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'A repeated check ended a pending submission without a credit',
    data: SubmissionSnapshot,
  },
  'submission.claimed': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: [],
    meaning: 'A submission was verified and credited',
    data: SubmissionSnapshot,
  },
  'submission.reviewed': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'A reviewer decided, undid a decision or took points back',
    data: SubmissionReviewed,
  },
} as const satisfies Record<string, EventRow>;

export type EventType = keyof typeof EVENT_TABLE;
/** Type of an event -> its data. */
export type EventTypes = { [T in EventType]: InstanceType<(typeof EVENT_TABLE)[T]['data']> };

export const EVENT_VERSION = 1;

/** What travels; `id` is the outbox row's id and the de-duplication key. */
export interface EventEnvelope<T extends EventType = EventType> {
  id: string;
  type: T;
  version: number;
  occurredAt: Timestamp;
  /** The stream keeps the order of one aggregate, e.g. a user; a retry or a second replica may apply it otherwise. */
  aggregateId: string;
  data: EventTypes[T];
}

/** JetStream subject of an event type. */
export const eventSubject = (type: EventType): string => `events.${type}`;

/** Types of the events that the service sends. */
export const eventsFrom = (service: string): EventType[] => eventTypes(({ from }) => from === service);

/** Types of the events that the service listens to. */
export const eventsTo = (service: string): EventType[] => eventTypes(({ to }) => to.includes(service));

const eventTypes = (fits: (row: EventRow) => boolean): EventType[] =>
  (Object.entries(EVENT_TABLE) as [EventType, EventRow][]).flatMap(([type, row]) => (fits(row) ? [type] : []));

/**
 * Sent to every gateway replica over core NATS (not stored) before the answer to what takes access away; the event
 * `principal.revoked` follows, whatever dies meanwhile. A gateway that missed both is bounded by its cache time, and
 * clears the cache on reconnect.
 */
export const PRINCIPAL_REVOKED = 'broadcast.principal-revoked';

/** Every subject that is sent over core NATS to whoever listens, and the services that send it and listen to it. */
export const BROADCASTS: readonly { subject: string; from: readonly string[]; to: readonly string[] }[] = [
  { subject: PRINCIPAL_REVOKED, from: ['identity'], to: ['gateway'] },
];
