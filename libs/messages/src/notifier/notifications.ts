import type { Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';

export interface Notification {
  id: string;
  /** e.g. `submission.approved`, `submission.rejected`, `project.member_added` */
  type: string;
  title: string;
  body: string;
  /** Ids of what it is about, e.g. { submissionId, questId } */
  data: Record<string, string>;
  createdAt: Timestamp;
  readAt: Timestamp | null;
}

export const listNotifications = contract<PageRequest & { userId: string; unread?: boolean }, Page<Notification>>(
  'notifier.notifications.list',
);
/** Idempotent; NOT_FOUND for another's. */
export const readNotification = contract<{ userId: string; notificationId: string }, Notification>(
  'notifier.notifications.read',
);
export const readAllNotifications = contract<{ userId: string }, { read: number }>('notifier.notifications.read-all');
