import { NOTIFICATION_TYPES, type NotificationType } from '@questp/messages/notifier';
import type { FrontEnd } from './texts.js';

interface NewsKind {
  /** True if it is mailed by default: what a user waits for, and nothing frequent. */
  mailed: boolean;
  /** The front-end that its link leads to. */
  at: FrontEnd;
  /** Anybody can cause it: it comes last in a digest and has its own limits. */
  unsolicited?: true;
}

export const DIGEST_KINDS: Readonly<Record<NotificationType, NewsKind>> = {
  'submission.claimed': { mailed: false, at: 'app' },
  'submission.approved': { mailed: false, at: 'app' },
  'submission.rejected': { mailed: true, at: 'app' },
  'submission.undone': { mailed: false, at: 'app' },
  'submission.reversed': { mailed: true, at: 'app' },
  'submission.in_review': { mailed: false, at: 'app' },
  'review.waiting': { mailed: false, at: 'studio' },
  'quest.misconfigured': { mailed: true, at: 'studio' },
  'connection.refused': { mailed: true, at: 'studio' },
  'connection.removed': { mailed: true, at: 'studio' },
  'quest.codes_guessed': { mailed: true, at: 'studio' },
  'campaign.started': { mailed: false, at: 'app' },
  'campaign.ended': { mailed: true, at: 'app' },
  'campaign.budget_nearly_used': { mailed: true, at: 'studio' },
  'campaign.budget_used': { mailed: true, at: 'studio' },
  'project.member_invited': { mailed: true, at: 'studio', unsolicited: true },
  'project.member_added': { mailed: false, at: 'studio' },
  'project.member_updated': { mailed: true, at: 'studio' },
  'project.member_removed': { mailed: true, at: 'studio' },
  'account.relink_needed': { mailed: true, at: 'app' },
  'account.merged': { mailed: true, at: 'app' },
  'account.merge_undone': { mailed: true, at: 'app' },
};

export const UNSOLICITED = NOTIFICATION_TYPES.filter((type) => DIGEST_KINDS[type].unsolicited);
