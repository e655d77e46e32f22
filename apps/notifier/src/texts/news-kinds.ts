import { NOTIFICATION_TYPES, type NotificationType } from '@questp/messages/notifier';
import type { FrontEnd } from './texts.js';

interface NewsKind {
  /** Whether users are mailed of it who chose nothing: of what a person waits for, and not of what comes often. */
  mailed: boolean;
  /** Where it is seen to. */
  at: FrontEnd;
  /** Anybody can cause it: it comes after the other news, and has limits of its own. */
  unsolicited?: true;
}

export const NEWS_KINDS: Readonly<Record<NotificationType, NewsKind>> = {
  'submission.claimed': { mailed: false, at: 'app' },
  'submission.approved': { mailed: false, at: 'app' },
  'submission.rejected': { mailed: true, at: 'app' },
  'submission.undone': { mailed: false, at: 'app' },
  'submission.reversed': { mailed: true, at: 'app' },
  'review.waiting': { mailed: false, at: 'studio' },
  'quest.codes_guessed': { mailed: true, at: 'studio' },
  'campaign.started': { mailed: false, at: 'app' },
  'campaign.ended': { mailed: true, at: 'app' },
  'project.member_invited': { mailed: true, at: 'studio', unsolicited: true },
  'project.member_added': { mailed: false, at: 'studio' },
  'project.member_updated': { mailed: true, at: 'studio' },
  'project.member_removed': { mailed: true, at: 'studio' },
  'account.merged': { mailed: true, at: 'app' },
  'account.merge_undone': { mailed: true, at: 'app' },
};

export const UNSOLICITED = NOTIFICATION_TYPES.filter((type) => NEWS_KINDS[type].unsolicited);
