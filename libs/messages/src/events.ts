import type { AccountStatus, Timestamp } from './common.js';
import type { AdminRole, PrincipalFamily, ProjectRole } from './principals.js';
import type { SubmissionStatus } from './quests/submissions.js';

/** State of a user at `version`; consumers keep the highest version they saw. */
export interface UserSnapshot {
  userId: string;
  version: number;
  username: string | null;
  displayName: string | null;
  status: AccountStatus;
  primaryWallet: string | null;
  wallets: { chainId: string; address: string }[];
}

export interface SubmissionSnapshot {
  submissionId: string;
  projectId: string;
  campaignId: string;
  questId: string;
  questTitle: string;
  userId: string;
  status: SubmissionStatus;
  pointsAwarded: number;
  reason: string | null;
}

/**
 * Every event: type -> data. Delivered at least once through outbox and JetStream, applied once through the inbox.
 * A breaking change of a payload takes a new version number, see EVENT_VERSION.
 */
export interface EventTypes {
  'user.created': UserSnapshot;
  'user.updated': UserSnapshot;
  'admin.created': { adminId: string; email: string; role: AdminRole };
  'admin.sign_in_locked': { adminId: string; email: string; ip: string; lockedUntil: Timestamp };
  'project.member_added': { projectId: string; projectName: string; userId: string; role: ProjectRole };
  'project.member_removed': { projectId: string; projectName: string; userId: string };
  'campaign.activated': { projectId: string; campaignId: string };
  'campaign.ended': { projectId: string; campaignId: string };
  'submission.in_review': SubmissionSnapshot;
  'submission.claimed': SubmissionSnapshot;
  'submission.reviewed': SubmissionSnapshot & { decision: 'approved' | 'rejected' | 'undone' | 'reversed' };
}

export type EventType = keyof EventTypes;

/** What each event tells, and whose order it keeps; docs/events.md is made from it. */
export const EVENT_TABLE: Readonly<Record<EventType, { aggregate: string; from: string; meaning: string }>> = {
  'user.created': { aggregate: 'user', from: 'identity', meaning: 'A wallet signed in for the first time' },
  'user.updated': {
    aggregate: 'user',
    from: 'identity',
    meaning: 'Profile, wallets or account status changed; carries the whole snapshot and its version',
  },
  'admin.created': { aggregate: 'admin', from: 'identity', meaning: 'A super admin added an operator' },
  'admin.sign_in_locked': { aggregate: 'admin', from: 'identity', meaning: 'Ten wrong attempts locked a sign-in' },
  'project.member_added': { aggregate: 'project', from: 'quests-verify', meaning: 'A user joined a project team' },
  'project.member_removed': { aggregate: 'project', from: 'quests-verify', meaning: 'A user left a project team' },
  'campaign.activated': { aggregate: 'campaign', from: 'quests-verify', meaning: 'A campaign went live' },
  'campaign.ended': { aggregate: 'campaign', from: 'quests-verify', meaning: 'A campaign was ended or ran out' },
  'submission.in_review': { aggregate: 'submission', from: 'quests-verify', meaning: 'A submission waits for review' },
  'submission.claimed': {
    aggregate: 'submission',
    from: 'quests-verify',
    meaning: 'A submission was verified and credited',
  },
  'submission.reviewed': {
    aggregate: 'submission',
    from: 'quests-verify',
    meaning: 'A reviewer decided, undid a decision or took points back',
  },
};

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

/**
 * Sent to every gateway replica over core NATS (not stored) when principals lose or change access.
 * A gateway that missed it is bounded by its cache time and clears the cache on reconnect.
 */
export const PRINCIPAL_REVOKED = 'broadcast.principal-revoked';
export interface PrincipalRevoked {
  family: PrincipalFamily;
  /** user id, admin id or API key id */
  id: string;
  /** Only this session; all when absent. */
  sessionId?: string;
}
