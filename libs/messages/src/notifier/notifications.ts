import { PROJECT_ROLES, type ProjectRole } from '../access/principals.js';
import type { Timestamp } from '../language/contract/common.js';
import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import {
  Count,
  Flag,
  Id,
  Line,
  ListOfOneOf,
  Nested,
  OneOf,
  Text,
  TextMap,
  Time,
  UserId,
  Whole,
  combine,
  enumeration,
  partial,
  pick,
} from '../language/fields/index.js';
import { EXCLUDED_REASONS, type ExcludedReason } from '../shared/excluded-reasons.js';
import { LINKED_ACCOUNT_PROVIDERS, type LinkedAccountProvider } from '../shared/oauth-providers.js';
import { MAX_WAITING_COUNTED } from '../shared/submission-status.js';

/** Types of notifications. */
export const NOTIFICATION_TYPES = enumeration('NotificationType', [
  'submission.claimed',
  'submission.approved',
  'submission.rejected',
  'submission.undone',
  'submission.reversed',
  'submission.in_review',
  'submission.proof_needed',
  'referral.counted',
  'review.waiting',
  'quest.misconfigured',
  'quest.target_renamed',
  'quest.acts_undone',
  'connection.refused',
  'connection.removed',
  'webhook.failing',
  'webhook.disabled',
  'quest.codes_guessed',
  'campaign.started',
  'campaign.ended',
  'campaign.pool_unfunded',
  'campaign.budget_nearly_used',
  'campaign.budget_used',
  'project.member_invited',
  'project.member_added',
  'project.member_updated',
  'project.member_removed',
  'account.relink_needed',
  'account.merged',
  'account.merge_undone',
  'payout_schedule.changed',
  'payout_plan.ready',
  'payout_plan.withdrawn',
  'payout_objection.upheld',
  'payout_objection.dismissed',
  'escrow.ticket_voided',
  'escrow.ticket_reissued',
  'escrow.funded',
  'escrow.topped_up',
  'escrow.finalized',
  'escrow.disputed',
  'escrow.rejected',
  'escrow.cancelled',
  'escrow.expired',
  'escrow.completed',
  'escrow.refunded',
  'payout.interim',
  'payout.address_missing',
  'payout.listed',
  'payout.unlisted',
  'payout.projected',
  'payout.excluded',
  'payout.skipped',
  'payout.paid',
  'payout.failed',
  'payout.claim_ending',
  'payout.lapsed',
  'payout.void',
]);
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Templates of title and body; `_reason` includes the reason, `_transaction` the hash of the transaction. */
export const NOTIFICATION_TEMPLATES = enumeration('NotificationTemplate', [
  'submission_claimed',
  'submission_approved',
  'submission_rejected',
  'submission_rejected_reason',
  'submission_undone',
  'submission_reversed',
  'submission_reversed_reason',
  'submission_in_review',
  'submission_proof_needed',
  'referral_counted',
  'review_waiting',
  'quest_misconfigured',
  'quest_target_renamed',
  'quest_acts_undone',
  'connection_refused',
  'connection_removed',
  'webhook_failing',
  'webhook_disabled',
  'codes_guessed',
  'campaign_started',
  'campaign_ended',
  'campaign_pool_unfunded',
  'campaign_budget_nearly_used',
  'campaign_budget_used',
  'member_invited',
  'member_added',
  'member_updated',
  'member_removed',
  'account_relink_needed',
  'account_merged',
  'account_merge_undone',
  'payout_schedule_changed',
  'payout_schedule_changed_commit',
  'payout_freeze_moved',
  'payout_plan_ready',
  'payout_plan_withdrawn',
  'payout_objection_upheld',
  'payout_objection_dismissed',
  'payout_objection_unanswered',
  'escrow_ticket_voided',
  'escrow_ticket_reissued',
  'escrow_funded',
  'escrow_topped_up',
  'escrow_finalized',
  'escrow_disputed',
  'escrow_rejected',
  'escrow_cancelled',
  'escrow_expired',
  'escrow_completed',
  'escrow_refunded',
  'payout_interim',
  'payout_interim_moved',
  'payout_address_missing',
  'payout_listed',
  'payout_unlisted',
  'payout_projected',
  'payout_excluded',
  'payout_skipped',
  'payout_paid',
  'payout_paid_transaction',
  'payout_failed',
  'payout_claim_ending',
  'payout_lapsed',
  'payout_void',
]);
export type NotificationTemplate = (typeof NOTIFICATION_TEMPLATES)[number];

/** Parameters of the texts; a template always has the same ones. */
export class NotificationParams {
  @Text({ max: 160, optional: true, description: 'Title of the quest', example: 'Your first impressions' })
  questTitle?: string;

  @Count({ optional: true, description: 'Credited points' })
  points?: number;

  @Text({ max: 253, optional: true, description: 'Host of the endpoint of a webhook', example: 'quests.example.org' })
  host?: string;

  @Text({ max: 200, optional: true, description: 'Former name of what the quest checks', example: 'orbit/orbit-core' })
  formerName?: string;

  @Text({ max: 200, optional: true, description: 'Present name of what the quest checks', example: 'orbit/orbit' })
  presentName?: string;

  @Text({
    max: 1_000,
    optional: true,
    description: 'Reason of the reviewer, of the check or of operators, or why a ticket is void',
    example: 'The link is dead.',
  })
  reason?: string;

  @Whole({
    min: 0,
    max: MAX_WAITING_COUNTED,
    optional: true,
    description: 'Submissions that wait for review; 1,000 means 1,000 or more',
  })
  waiting?: number;

  @Text({ max: 160, optional: true, description: 'Title of the campaign' })
  campaignTitle?: string;

  @Text({ max: 100, optional: true, description: 'Name of the project', example: 'Orbit' })
  projectName?: string;

  @OneOf(LINKED_ACCOUNT_PROVIDERS, { optional: true, description: 'Platform', example: 'codehost' })
  provider?: LinkedAccountProvider;

  @OneOf(PROJECT_ROLES, { optional: true, description: 'Role in the project' })
  role?: ProjectRole;

  @Time({ optional: true, description: 'When the invitation expires' })
  expiresAt?: Timestamp;

  @Text({ max: 40, optional: true, description: 'Amount in units of the symbol, as a decimal number', example: '12.5' })
  amount?: string;

  @Line({ max: 20, optional: true, description: 'Ticker symbol that the team gave the asset', example: 'NTRN' })
  symbol?: string;

  @Time({
    optional: true,
    description:
      'End of the challenge, of a dispute, of the time to object to a payout list or of the time to claim a failed payout. A pause moves it',
  })
  deadline?: Timestamp;

  @Time({ optional: true, description: 'When the list of payouts freezes' })
  freezesAt?: Timestamp;

  @Time({ optional: true, description: 'Until when the allocations have to be finalized on the chain' })
  commitDeadline?: Timestamp;

  @OneOf(EXCLUDED_REASONS, { optional: true, description: 'Why the earner is not paid' })
  excludedReason?: ExcludedReason;

  @Text({ form: 'transaction_hash', optional: true, description: 'Transaction that paid' })
  txHash?: string;
}

export class Notification {
  @Id({ description: 'Id of the notification' })
  id!: string;

  @OneOf(NOTIFICATION_TYPES, { example: 'submission.approved', description: 'Type of the notification' })
  type!: NotificationType;

  @OneOf(NOTIFICATION_TEMPLATES, {
    nullable: true,
    description: 'Template of the text, for translations; null for old notifications',
    example: 'submission_approved',
  })
  template!: NotificationTemplate | null;

  @Nested(() => NotificationParams, { description: 'Parameters of the template' })
  params!: NotificationParams;

  @Text({ max: 100, description: 'English text', example: 'Submission approved' })
  title!: string;

  @Text({
    max: 1_300,
    description: 'English text; that of `review.waiting` is updated until it is read',
    example: 'Your submission to “Your first impressions” was approved: 10 points.',
  })
  body!: string;

  @TextMap({
    maxEntries: 20,
    maxNameLength: 60,
    maxLength: 200,
    description:
      'Ids of the related resources; what happened on a chain is found by `chainId` with `escrow` (address) or `txHash`',
    example: { submissionId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11' },
  })
  data!: Record<string, string>;

  @Time()
  createdAt!: Timestamp;

  @Time({ nullable: true, description: 'When it was read; null: unread' })
  readAt!: Timestamp | null;
}

const NOTIFICATIONS = '/v1/notifications';
const tag = 'notifications';

class ListNotificationsRequest extends PageRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Flag({ optional: true, description: 'Only unread notifications' })
  unread?: boolean;

  @OneOf(NOTIFICATION_TYPES, { optional: true, description: 'Only these types' })
  type?: NotificationType;
}

export const listNotifications = contract({
  subject: 'notifier.notifications.list',
  callers: ['exports'],
  request: ListNotificationsRequest,
  reply: pageOf(Notification),
  http: {
    id: 'listNotifications',
    route: `GET ${NOTIFICATIONS}`,
    tag,
    summary: 'List your notifications, newest first',
  },
});

/** The count of unread notifications stops here. */
export const MAX_UNREAD_COUNTED = 1_000;

class OwnNotificationsRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export class UnreadNotifications {
  @Whole({
    min: 0,
    max: MAX_UNREAD_COUNTED,
    description: 'Number of unread notifications; 1,000 means 1,000 or more',
    example: 2,
  })
  unread!: number;
}

export const countUnreadNotifications = contract({
  subject: 'notifier.notifications.count-unread',
  request: OwnNotificationsRequest,
  reply: UnreadNotifications,
  http: {
    id: 'countUnreadNotifications',
    route: `GET ${NOTIFICATIONS}/unread-count`,
    tag,
    summary: 'Count your unread notifications',
  },
});

class ReadNotificationRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id()
  notificationId!: string;
}

/** Idempotent; NOT_FOUND for a notification of another user. */
export const readNotification = contract({
  subject: 'notifier.notifications.read',
  request: ReadNotificationRequest,
  reply: Notification,
  http: {
    id: 'readNotification',
    route: `POST ${NOTIFICATIONS}/:notificationId/read`,
    tag,
    summary: 'Mark a notification as read',
    again: SAME_AGAIN,
    replies: { readAt: '2026-05-01T12:00:00.000Z' },
  },
});

export class ReadNotifications {
  @Count({ description: 'Number of notifications that were marked' })
  read!: number;
}

export const readAllNotifications = contract({
  subject: 'notifier.notifications.read-all',
  request: OwnNotificationsRequest,
  reply: ReadNotifications,
  http: {
    id: 'readAllNotifications',
    route: `POST ${NOTIFICATIONS}/read-all`,
    tag,
    summary: 'Mark all notifications as read',
    again: 'A repeated call marks nothing further.',
  },
});

/**
 * `no_address`: the account has no verified address; `suppressed`: the mail server of the address rejected it
 * permanently.
 */
export const MAIL_REACHES = enumeration('MailReach', ['reached', 'no_address', 'suppressed']);
export type MailReach = (typeof MAIL_REACHES)[number];

export class NotificationPreferences {
  @ListOfOneOf(NOTIFICATION_TYPES, {
    max: NOTIFICATION_TYPES.length,
    description: 'Muted types in the app; none by default',
    example: ['submission.approved'],
  })
  mutedInApp!: NotificationType[];

  @ListOfOneOf(NOTIFICATION_TYPES, {
    max: NOTIFICATION_TYPES.length,
    description:
      'Types that are also mailed to the verified address of the account. By default those that the user waits for',
    example: ['project.member_invited', 'submission.rejected'],
  })
  mailed!: NotificationType[];

  @OneOf(MAIL_REACHES, {
    description:
      'Whether mails reach the user; no_address: the account has no verified address; suppressed: the mail server of the address rejected it permanently',
    example: 'reached',
  })
  mailReach!: MailReach;
}

export const getNotificationPreferences = contract({
  subject: 'notifier.preferences.get',
  callers: ['exports'],
  request: OwnNotificationsRequest,
  reply: NotificationPreferences,
  http: {
    id: 'getNotificationPreferences',
    route: `GET ${NOTIFICATIONS}/preferences`,
    tag,
    summary: 'Get your notification preferences',
  },
});

class SetNotificationPreferencesRequest extends combine(
  OwnNotificationsRequest,
  pick(NotificationPreferences, 'mutedInApp'),
  partial(pick(NotificationPreferences, 'mailed')),
) {}

/** Applies to later notifications; existing ones stay. */
export const setNotificationPreferences = contract({
  subject: 'notifier.preferences.set',
  request: SetNotificationPreferencesRequest,
  reply: NotificationPreferences,
  http: {
    id: 'setNotificationPreferences',
    route: `PUT ${NOTIFICATIONS}/preferences`,
    tag,
    summary: 'Set your notification preferences',
    description: 'If `mailed` is omitted, the mail settings are kept.',
  },
});

export class NotificationCreated {
  @Id()
  notificationId!: string;

  @UserId()
  userId!: string;

  @Text({ max: 64, description: 'Type of the notification' })
  kind!: string;
}

export class NotificationRead {
  @UserId()
  userId!: string;

  @Id({ nullable: true, description: 'Id of the notification; null: all were read' })
  notificationId!: string | null;
}
