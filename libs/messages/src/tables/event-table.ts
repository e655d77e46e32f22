import type { Permission } from '../access/principals.js';
import { ChainNodeFaulty, ChainReset } from '../escrow/chain-nodes.js';
import { EscrowHoldChanged, EscrowIntervened } from '../escrow/console-interventions.js';
import { EscrowPhaseChanged, EscrowSnapshot } from '../escrow/escrow-events.js';
import { EscrowBalanceLow, EscrowFeesCapped } from '../escrow/escrow-signers.js';
import { EscrowContradiction, EscrowLaneBlocked } from '../escrow/operations.js';
import { PayoutsChanged } from '../escrow/distribution.js';
import { PayoutsAnnounced } from '../escrow/payout-announcements.js';
import { PayoutPlanChanged } from '../escrow/payout-plans.js';
import { TicketVoided } from '../escrow/tickets.js';
import { ExportFinished } from '../exports/export-manifests.js';
import { AccountDeleted } from '../identity/account-deletions.js';
import { AccountMergeObjected, AccountMergeSettled, AccountMerged } from '../identity/account-merges.js';
import { AdminCreated, AdminSecondFactorReset, AdminSignInLocked } from '../identity/admins.js';
import {
  AccountLinked,
  AccountReachChanged,
  AccountRelinkNeeded,
  AccountUnlinked,
} from '../identity/linked-accounts.js';
import { PrincipalRevoked } from '../identity/tokens.js';
import { UserSnapshot } from '../identity/users.js';
import { ChainChanged } from '../integrations/chains.js';
import { CredentialChanged } from '../integrations/credentials.js';
import { IntegrationChanged, IntegrationIncident } from '../integrations/health.js';
import { BudgetReached } from '../integrations/spend.js';
import { GrantRefused } from '../integrations/oauth.js';
import { ProjectIntegrationChanged } from '../integrations/project-integrations.js';
import { FactObserved } from '../integrations/webhooks.js';
import type { Timestamp } from '../language/contract/common.js';
import type { MessageClass } from '../language/fields/index.js';
import { EventStreamFilling } from '../notifier/event-stream.js';
import { MailGivenUp, MailRetried, MailSuppressionLifted } from '../notifier/mails.js';
import { NotificationCreated, NotificationRead } from '../notifier/notifications.js';
import { ReviewWaiting, SubmissionReviewed } from '../quests/review/review.js';
import { CampaignAnnounced } from '../quests/studio/announcements.js';
import { CampaignMoved } from '../quests/studio/campaigns.js';
import { MemberAdded, MemberInvited } from '../quests/studio/invitations.js';
import { MemberChanged, MemberRemoved } from '../quests/studio/members.js';
import { ProjectArchived } from '../quests/studio/projects.js';
import { ConnectionLost, QuestMisconfigured } from '../quests/studio/team-alerts.js';
import { CodesGuessed } from '../quests/task-types/secret-code.js';
import { TaskTypeSwitched } from '../quests/task-types/task-types.js';
import { SubmissionPending, SubmissionSnapshot } from '../quests/verification/submissions.js';
import { EventParked } from '../shared/noted.js';
import { OperatorAccess } from '../shared/operator-access.js';

/** Members of event data that name the audience of live events: the user, the project. */
export const AUDIENCE = ['userId', 'projectId'] as const;

type Audience = readonly (typeof AUDIENCE)[number][];

/** Every service with tables, and therefore inbox and outbox. */
export const WITH_TABLES = 'each with tables';

interface EventRow {
  /** Events of one aggregate keep their order. */
  aggregate: string;
  /** The service that sends it, or WITH_TABLES. */
  from: string;
  /** The services that consume it. */
  to: readonly string[];
  /** Members of the data that name the audience of the live event. By default there is none. */
  audience?: Audience;
  /** Operators with this permission receive the live event too. */
  operators?: Permission;
  meaning: string;
  data: MessageClass;
}

/** Of every event about an escrow. */
const ESCROW = {
  aggregate: 'campaign',
  from: 'escrow-ops',
  to: [],
  audience: ['projectId'],
  operators: 'platform:manage',
} as const satisfies Partial<EventRow>;

/**
 * Every event; docs/reference/events.md is made from it. Delivered at least once through outbox and JetStream, and
 * applied once through the inbox. A breaking change of the data needs a new version, see EVENT_VERSION.
 */
export const EVENT_TABLE = {
  'user.created': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify'],
    meaning: 'A user signed in for the first time',
    data: UserSnapshot,
  },
  'user.updated': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify'],
    meaning: 'Profile, sign-in methods or account status changed; contains the complete snapshot and its version',
    data: UserSnapshot,
  },
  'account.linked': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify', 'integrations'],
    meaning: 'A user linked an account of a platform; its tokens are stored',
    data: AccountLinked,
  },
  'account.unlinked': {
    aggregate: 'user',
    from: 'identity',
    to: ['integrations'],
    meaning: 'An account of a platform was unlinked; its tokens are revoked',
    data: AccountUnlinked,
  },
  'account.merged': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify', 'integrations'],
    meaning: 'An account was merged into another; services move its data',
    data: AccountMerged,
  },
  'account.merge_undone': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify', 'integrations'],
    meaning: 'An operator undid a merge; services move the data back',
    data: AccountMerged,
  },
  'account.merge_settled': {
    aggregate: 'user',
    from: 'quests-verify',
    to: ['identity', 'notifier'],
    meaning: 'All submissions and credits of a merge or its undoing were moved',
    data: AccountMergeSettled,
  },
  'account.merge_objected': {
    aggregate: 'user',
    from: 'identity',
    to: [],
    operators: 'moderation:global',
    meaning: 'Somebody objected to a merge through its mail; operators decide whether to undo it',
    data: AccountMergeObjected,
  },
  'account.deleted': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify', 'integrations', 'notifier'],
    meaning: 'A user deleted the account; personal data is erased, credits are kept under the id',
    data: AccountDeleted,
  },
  'account.reach_changed': {
    aggregate: 'account',
    from: 'integrations',
    to: ['identity'],
    meaning: "A person blocked or unblocked the platform's bot, by which a linked account is reached",
    data: AccountReachChanged,
  },
  'account.relink_needed': {
    aggregate: 'user',
    from: 'identity',
    to: ['notifier'],
    meaning: 'A linked account can no longer be read; sent once until it is linked again',
    data: AccountRelinkNeeded,
  },
  'grant.refused': {
    aggregate: 'grant',
    from: 'integrations',
    to: ['identity'],
    meaning: 'A platform rejects the tokens of a linked account; it must be linked again',
    data: GrantRefused,
  },
  'admin.created': {
    aggregate: 'admin',
    from: 'identity',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'A super admin added an operator',
    data: AdminCreated,
  },
  'admin.updated': {
    aggregate: 'admin',
    from: 'identity',
    to: ['quests-verify', 'notifier', 'integrations', 'escrow-ops'],
    operators: 'platform:manage',
    meaning: "A super admin changed an operator's role or status; carries what the operator may do and its version",
    data: OperatorAccess,
  },
  'principal.revoked': {
    aggregate: 'principal',
    from: 'identity',
    to: ['gateway'],
    meaning: 'A user, operator or API key lost or changed access, or a session ended; drop cached data of it',
    data: PrincipalRevoked,
  },
  'admin.sign_in_locked': {
    aggregate: 'admin',
    from: 'identity',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'Ten wrong attempts locked a sign-in',
    data: AdminSignInLocked,
  },
  'admin.second_factor_reset': {
    aggregate: 'admin',
    from: 'identity',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'A super admin disabled the two-factor sign-in of an operator',
    data: AdminSecondFactorReset,
  },
  'task_type.switched': {
    aggregate: 'task type',
    from: 'quests-verify',
    to: ['identity'],
    operators: 'task_types:manage',
    meaning: 'An operator enabled or disabled a task type',
    data: TaskTypeSwitched,
  },
  'project.member_invited': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'notifier'],
    audience: ['userId', 'projectId'],
    meaning: 'A user was invited to a project team',
    data: MemberInvited,
  },
  'project.member_added': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'notifier'],
    audience: ['userId', 'projectId'],
    meaning: 'A user accepted an invitation and joined a project team',
    data: MemberAdded,
  },
  'project.member_removed': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'notifier', 'integrations'],
    audience: ['userId', 'projectId'],
    meaning: 'A user left a project team or was removed from it',
    data: MemberRemoved,
  },
  'project.member_updated': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['notifier'],
    audience: ['userId', 'projectId'],
    meaning: "A member's role in a project team changed",
    data: MemberChanged,
  },
  'project.archived': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'integrations'],
    audience: ['projectId'],
    meaning: 'A project was archived with its campaigns and quests',
    data: ProjectArchived,
  },
  'project.integration_changed': {
    aggregate: 'project',
    from: 'integrations',
    to: ['quests-verify'],
    audience: ['projectId'],
    meaning: 'A connection or signing secret of a project was set or removed; contains no secrets',
    data: ProjectIntegrationChanged,
  },
  'campaign.activated': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    audience: ['projectId'],
    meaning: 'A campaign went live',
    data: CampaignMoved,
  },
  'campaign.started': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    audience: ['projectId'],
    meaning: 'The start time of an active campaign was reached',
    data: CampaignMoved,
  },
  'campaign.ended': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    audience: ['projectId'],
    meaning: 'A campaign ended or expired',
    data: CampaignMoved,
  },
  'campaign.budget_nearly_used': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    meaning: 'Checks have cost 80 % of the budget of a campaign; once for each budget',
    data: CampaignMoved,
  },
  'campaign.budget_used': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    meaning: 'The budget of a campaign did not cover a check, which waits; once for each budget',
    data: CampaignMoved,
  },
  'campaign.announced': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: ['notifier'],
    meaning:
      'Recipients to notify that a campaign started or its budget is used (team), or that it ended (team and participants)',
    data: CampaignAnnounced,
  },
  'submission.in_review': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: [],
    audience: ['userId', 'projectId'],
    operators: 'moderation:global',
    meaning: 'A submission waits for review',
    data: SubmissionSnapshot,
  },
  'submission.pending': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: [],
    audience: ['userId', 'projectId'],
    meaning: 'A submission is pending and will be checked again',
    data: SubmissionPending,
  },
  'submission.rejected': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    audience: ['userId', 'projectId'],
    meaning: 'A repeated check ended a pending submission without a credit',
    data: SubmissionSnapshot,
  },
  'submission.claimed': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: [],
    audience: ['userId', 'projectId'],
    meaning: 'A submission was verified and credited',
    data: SubmissionSnapshot,
  },
  'submission.confirmed': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'A repeated check credited a pending submission, beside submission.claimed',
    data: SubmissionSnapshot,
  },
  'submission.sent_to_review': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'An automatic check ended in review, beside submission.in_review',
    data: SubmissionSnapshot,
  },
  'submission.reviewed': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    audience: ['userId', 'projectId'],
    operators: 'moderation:global',
    meaning: 'A reviewer decided, undid a decision or took points back',
    data: SubmissionReviewed,
  },
  'review.waiting': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'Submissions are waiting for review; published at most once a minute per team',
    data: ReviewWaiting,
  },
  'quest.misconfigured': {
    aggregate: 'quest',
    from: 'quests-verify',
    to: ['notifier'],
    meaning:
      'A quest cannot be verified until the team changes it; sent once until the quest or a connection of the project changes, and again after a week',
    data: QuestMisconfigured,
  },
  'project.connection_lost': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'A platform refused a connection of a project, or it was removed',
    data: ConnectionLost,
  },
  'quest.codes_guessed': {
    aggregate: 'quest',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'Many wrong codes are entered for a quest; published at most once an hour',
    data: CodesGuessed,
  },
  'mail.retried': {
    aggregate: 'mail',
    from: 'notifier',
    to: ['identity'],
    meaning: 'An operator retried a failed mail',
    data: MailRetried,
  },
  'mail.suppression_lifted': {
    aggregate: 'suppression',
    from: 'notifier',
    to: ['identity'],
    meaning: 'An operator lifted the suppression of an address',
    data: MailSuppressionLifted,
  },
  'credential.changed': {
    aggregate: 'credential',
    from: 'integrations',
    to: ['identity'],
    meaning: 'An operator stored, rotated or cleared fields of a credential; contains their names, not their values',
    data: CredentialChanged,
  },
  'chain.changed': {
    aggregate: 'chain',
    from: 'integrations',
    to: ['identity'],
    operators: 'platform:manage',
    meaning: 'An operator added or changed a chain; contains the names of the changed members',
    data: ChainChanged,
  },
  'notification.created': {
    aggregate: 'notification',
    from: 'notifier',
    to: [],
    audience: ['userId'],
    meaning: 'A user has a new notification',
    data: NotificationCreated,
  },
  'notification.read': {
    aggregate: 'notification',
    from: 'notifier',
    to: [],
    audience: ['userId'],
    meaning: 'A user read one or all notifications',
    data: NotificationRead,
  },
  'payout_plan.changed': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['notifier'],
    audience: ['projectId'],
    meaning: 'A payout plan of a campaign was made, approved or rejected',
    data: PayoutPlanChanged,
  },
  'payouts.changed': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: [],
    audience: ['projectId'],
    meaning: 'Payouts of a campaign were committed, paid, failed or reset',
    data: PayoutsChanged,
  },
  'payouts.announced': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['notifier'],
    meaning:
      'Earners to notify of their payouts: of an approved plan, paid, failed, or about to be no longer claimable',
    data: PayoutsAnnounced,
  },
  'export.finished': {
    aggregate: 'export',
    from: 'exports',
    to: [],
    audience: ['projectId'],
    operators: 'platform:manage',
    meaning: 'An export was completed and has a manifest',
    data: ExportFinished,
  },
  'event.parked': {
    aggregate: 'service',
    from: WITH_TABLES,
    to: [],
    operators: 'platform:manage',
    meaning: 'A service parked events; published at most once a minute per service',
    data: EventParked,
  },
  'integration.fact_observed': {
    aggregate: 'user',
    from: 'integrations',
    to: ['quests-verify'],
    meaning: 'A platform reported something that a user did there; pending submissions of the user are checked again',
    data: FactObserved,
  },
  'integration.budget_reached': {
    aggregate: 'campaign',
    from: 'integrations',
    to: ['quests-verify'],
    meaning: "A campaign's budget for checks is nearly used, or does not cover a request; once for each budget",
    data: BudgetReached,
  },
  'integration.changed': {
    aggregate: 'integration',
    from: 'integrations',
    to: [],
    operators: 'platform:manage',
    meaning: 'A third-party server fails or has recovered; published at most once a minute per server',
    data: IntegrationChanged,
  },
  'integration.incident': {
    aggregate: 'integration',
    from: 'integrations',
    to: ['notifier'],
    operators: 'credentials:manage',
    meaning: 'An integration is down, has recovered, or has nearly used its quota; published once for each incident',
    data: IntegrationIncident,
  },
  'chain.node_faulty': {
    aggregate: 'chain_node',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning:
      'A node of a chain gives answers that are not used, or nodes disagree; published at most once a minute per node',
    data: ChainNodeFaulty,
  },
  'escrow.balance_low': {
    aggregate: 'escrow_key',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'A key of the escrow can pay few more transactions, or none; published at most once a minute per key',
    data: EscrowBalanceLow,
  },
  'escrow.contradiction': {
    aggregate: 'escrow_operation',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning:
      'The operator sends no message to an escrow, because the chain contradicts the payout plan; published at most once a minute per campaign',
    data: EscrowContradiction,
  },
  'escrow.lane_blocked': {
    aggregate: 'escrow_key',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'Transactions of a key make no progress; published at most once a minute per key and chain',
    data: EscrowLaneBlocked,
  },
  'escrow.fees_capped': {
    aggregate: 'escrow_key',
    from: 'escrow-ops',
    to: [],
    operators: 'platform:manage',
    meaning: 'A key of the escrow has reached its daily limit of fees on a chain; published once a day per key',
    data: EscrowFeesCapped,
  },
  'chain.reset': {
    aggregate: 'chain',
    from: 'escrow-ops',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'A chain was started anew under the same id; escrows that it no longer has are marked',
    data: ChainReset,
  },
  'escrow.funded': {
    ...ESCROW,
    to: ['quests-verify', 'notifier'],
    meaning: 'The escrow of a campaign was created on its chain with its funds',
    data: EscrowSnapshot,
  },
  'escrow.topped_up': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'Somebody added to the funds of an escrow',
    data: EscrowSnapshot,
  },
  'escrow.phase_changed': {
    ...ESCROW,
    to: ['quests-verify', 'notifier'],
    meaning: 'An escrow is in another phase',
    data: EscrowPhaseChanged,
  },
  'escrow.finalized': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'The allocations of an escrow were finalized and can be challenged',
    data: EscrowSnapshot,
  },
  'escrow.rejected': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'The allocations of an escrow were discarded; new ones can be committed',
    data: EscrowSnapshot,
  },
  'escrow.disputed': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'The owner disputes the allocations of an escrow',
    data: EscrowSnapshot,
  },
  'escrow.payouts_changed': {
    ...ESCROW,
    meaning: 'An escrow paid earners, or payouts failed or were skipped',
    data: EscrowSnapshot,
  },
  'escrow.refunded': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'An escrow returned funds to its owner',
    data: EscrowSnapshot,
  },
  'escrow.paused': {
    ...ESCROW,
    meaning: 'A pause stopped the clock of an escrow, or was extended',
    data: EscrowSnapshot,
  },
  'escrow.resumed': {
    ...ESCROW,
    meaning: 'The pause of an escrow ended',
    data: EscrowSnapshot,
  },
  'escrow.owner_changed': {
    ...ESCROW,
    meaning: 'An escrow has another owner, or a transfer of it was proposed or withdrawn',
    data: EscrowSnapshot,
  },
  'escrow.intervened': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: ['identity'],
    operators: 'platform:manage',
    meaning: 'An operator started a hold or a pause, or requested or confirmed its release',
    data: EscrowIntervened,
  },
  'escrow.hold_changed': {
    aggregate: 'campaign',
    from: 'escrow-ops',
    to: [],
    audience: ['projectId'],
    meaning: 'The platform holds the payouts of a campaign, or no longer does',
    data: EscrowHoldChanged,
  },
  'ticket.voided': {
    ...ESCROW,
    to: ['notifier'],
    meaning: 'A ticket to fund a pool is void, because the owner of the factory rotated its signer, code or admin',
    data: TicketVoided,
  },
  'escrow.missing': {
    ...ESCROW,
    meaning: 'The chain, started anew, has no longer the escrow',
    data: EscrowSnapshot,
  },
  'event_stream.filling': {
    aggregate: 'stream',
    from: 'notifier',
    to: [],
    operators: 'platform:manage',
    meaning: 'The event stream is filling up; when full it rejects events, which stay in the outbox',
    data: EventStreamFilling,
  },
  'mail.given_up': {
    aggregate: 'alert',
    from: 'notifier',
    to: [],
    operators: 'platform:manage',
    meaning: 'Mails failed permanently and wait for an operator; published at most once a minute',
    data: MailGivenUp,
  },
} as const satisfies Record<string, EventRow>;

export type EventType = keyof typeof EVENT_TABLE;
/** Type of an event -> its data. */
export type EventTypes = { [T in EventType]: InstanceType<(typeof EVENT_TABLE)[T]['data']> };

export const EVENT_VERSION = 1;

/** The message; `id` is the id of the outbox row and the de-duplication key. */
export interface EventEnvelope<T extends EventType = EventType> {
  id: string;
  type: T;
  version: number;
  occurredAt: Timestamp;
  /**
   * The stream keeps the order of one aggregate, such as a user; retries and several replicas may apply events in
   * another order.
   */
  aggregateId: string;
  data: EventTypes[T];
}

/** JetStream subject of an event type, without its audience. */
export const eventSubject = (type: EventType): string => `events.${type}`;

/** Stands for an absent user or project. */
const NOBODY = '-';

/** Undefined for an unknown type, which a later version sends. */
const rowOf = (type: EventType): EventRow | undefined =>
  Object.hasOwn(EVENT_TABLE, type) ? EVENT_TABLE[type] : undefined;

/** Audience of live events of the type; undefined: none. */
const audienceOf = (type: EventType): Audience | undefined => {
  const row = rowOf(type);
  return row?.audience ?? (row?.operators && []);
};

/** Permission that an operator needs to receive live events of the type; undefined: operators receive none. */
export const permissionToFollow = (type: EventType): Permission | undefined => rowOf(type)?.operators;

/** True if events of the type are live events. */
export const isToldLive = (type: EventType): boolean => audienceOf(type) !== undefined;

/** JetStream subject of an event: `events.<type>`, followed by `<user>.<project>` for live events. */
export function sentSubject<T extends EventType>(type: T, data: EventTypes[T]): string {
  const audience = audienceOf(type);
  const members = data as Partial<Record<(typeof AUDIENCE)[number], string>>;
  const audienceIds =
    audience && AUDIENCE.map((name) => (audience.includes(name) ? members[name] : undefined) ?? NOBODY);
  return [eventSubject(type), ...(audienceIds ?? [])].join('.');
}

/** Subjects of events of the type, including that without an audience, which the previous version sends. */
export const eventSubjects = (type: EventType): string[] => [
  eventSubject(type),
  ...(audienceOf(type) ? [`${eventSubject(type)}.${AUDIENCE.map(() => '*').join('.')}`] : []),
];

/** Types of the events that the service sends. */
export const eventsFrom = (service: string): EventType[] => eventTypes(({ from }) => from === service);

/** Types of the events that the service consumes. */
export const eventsTo = (service: string): EventType[] => eventTypes(({ to }) => to.includes(service));

const eventTypes = (fits: (row: EventRow) => boolean): EventType[] =>
  (Object.entries(EVENT_TABLE) as [EventType, EventRow][]).flatMap(([type, row]) => (fits(row) ? [type] : []));
