import { NOTIFICATION_TYPES, type NotificationType } from '@questp/messages/notifier';
import type { FrontEnd } from './texts.js';

interface DigestKind {
  /** True if it is mailed by default: what a user waits for, and nothing frequent. */
  mailed: boolean;
  /** The front-end that its link leads to. */
  at: FrontEnd;
  /** Anybody can cause it: it comes last in a digest and has its own limits. */
  unsolicited?: true;
}

export const DIGEST_KINDS: Readonly<Record<NotificationType, DigestKind>> = {
  'submission.claimed': { mailed: false, at: 'app' },
  'submission.approved': { mailed: false, at: 'app' },
  'submission.rejected': { mailed: true, at: 'app' },
  'submission.undone': { mailed: false, at: 'app' },
  'submission.reversed': { mailed: true, at: 'app' },
  'submission.in_review': { mailed: false, at: 'app' },
  'submission.proof_needed': { mailed: true, at: 'app' },
  'referral.counted': { mailed: false, at: 'app' },
  'review.waiting': { mailed: false, at: 'studio' },
  'quest.misconfigured': { mailed: true, at: 'studio' },
  'quest.target_renamed': { mailed: true, at: 'studio' },
  'quest.acts_undone': { mailed: true, at: 'studio' },
  'connection.refused': { mailed: true, at: 'studio' },
  'connection.removed': { mailed: true, at: 'studio' },
  'webhook.failing': { mailed: true, at: 'studio' },
  'webhook.disabled': { mailed: true, at: 'studio' },
  'quest.codes_guessed': { mailed: true, at: 'studio' },
  'campaign.started': { mailed: false, at: 'app' },
  'campaign.ended': { mailed: true, at: 'app' },
  'campaign.pool_unfunded': { mailed: true, at: 'studio' },
  'campaign.budget_nearly_used': { mailed: true, at: 'studio' },
  'campaign.budget_used': { mailed: true, at: 'studio' },
  'project.member_invited': { mailed: true, at: 'studio', unsolicited: true },
  'project.member_added': { mailed: false, at: 'studio' },
  'project.member_updated': { mailed: true, at: 'studio' },
  'project.member_removed': { mailed: true, at: 'studio' },
  'account.relink_needed': { mailed: true, at: 'app' },
  'account.merged': { mailed: true, at: 'app' },
  'account.merge_undone': { mailed: true, at: 'app' },
  'payout_schedule.changed': { mailed: true, at: 'studio' },
  'payout_plan.ready': { mailed: true, at: 'studio' },
  'payout_plan.withdrawn': { mailed: true, at: 'studio' },
  'payout_objection.upheld': { mailed: true, at: 'studio' },
  'payout_objection.dismissed': { mailed: true, at: 'studio' },
  'escrow.ticket_voided': { mailed: true, at: 'studio' },
  'escrow.ticket_reissued': { mailed: true, at: 'studio' },
  'escrow.funded': { mailed: true, at: 'studio' },
  'escrow.topped_up': { mailed: true, at: 'studio', unsolicited: true },
  'escrow.finalized': { mailed: true, at: 'studio' },
  'escrow.disputed': { mailed: true, at: 'studio' },
  'escrow.rejected': { mailed: true, at: 'studio' },
  'escrow.cancelled': { mailed: true, at: 'studio' },
  'escrow.expired': { mailed: true, at: 'studio' },
  'escrow.completed': { mailed: true, at: 'studio' },
  // Anybody can give an escrow coins, which it then returns to its owner.
  'escrow.refunded': { mailed: true, at: 'studio', unsolicited: true },
  'payout.interim': { mailed: true, at: 'app' },
  'payout.address_missing': { mailed: true, at: 'app' },
  'payout.listed': { mailed: true, at: 'app' },
  'payout.unlisted': { mailed: true, at: 'app' },
  'payout.projected': { mailed: true, at: 'app' },
  'payout.excluded': { mailed: true, at: 'app' },
  'payout.skipped': { mailed: true, at: 'app' },
  'payout.paid': { mailed: true, at: 'app' },
  'payout.failed': { mailed: true, at: 'app' },
  'payout.claim_ending': { mailed: true, at: 'app' },
  'payout.lapsed': { mailed: true, at: 'app' },
  'payout.void': { mailed: true, at: 'app' },
};

/** Mailed by default. */
export const MAILED = NOTIFICATION_TYPES.filter((type) => DIGEST_KINDS[type].mailed);

export const UNSOLICITED = NOTIFICATION_TYPES.filter((type) => DIGEST_KINDS[type].unsolicited);
