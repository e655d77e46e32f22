import type { Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { Count, Flag, Id, Text, TextMap, Time, UserId } from '../fields/index.js';
import { pageOf, PageRequest } from '../paging.js';

export class Notification {
  @Id()
  id!: string;

  @Text({ max: 64, example: 'submission.approved' })
  type!: string;

  @Text({ max: 100 })
  title!: string;

  @Text({ max: 1_300 })
  body!: string;

  @TextMap({
    maxEntries: 20,
    maxNameLength: 60,
    maxLength: 200,
    description: 'Ids of what it is about',
    example: { submissionId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11' },
  })
  data!: Record<string, string>;

  @Time()
  createdAt!: Timestamp;

  @Time({ nullable: true })
  readAt!: Timestamp | null;
}

const NOTIFICATIONS = '/v1/notifications';
const tag = 'notifications';

class ListNotificationsRequest extends PageRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Flag({ optional: true, description: 'Only those not read yet' })
  unread?: boolean;
}

export const listNotifications = contract({
  subject: 'notifier.notifications.list',
  request: ListNotificationsRequest,
  reply: pageOf(Notification),
  http: {
    id: 'listNotifications',
    route: `GET ${NOTIFICATIONS}`,
    tag,
    summary: 'The own notifications, newest first',
  },
});

class ReadNotificationRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id()
  notificationId!: string;
}

/** Idempotent; NOT_FOUND for another's. */
export const readNotification = contract({
  subject: 'notifier.notifications.read',
  request: ReadNotificationRequest,
  reply: Notification,
  http: {
    id: 'readNotification',
    route: `POST ${NOTIFICATIONS}/:notificationId/read`,
    tag,
    summary: 'Marks a notification as read',
  },
});

class ReadAllNotificationsRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export class ReadNotifications {
  @Count({ description: 'How many were unread before' })
  read!: number;
}

export const readAllNotifications = contract({
  subject: 'notifier.notifications.read-all',
  request: ReadAllNotificationsRequest,
  reply: ReadNotifications,
  http: {
    id: 'readAllNotifications',
    route: `POST ${NOTIFICATIONS}/read-all`,
    tag,
    summary: 'Marks all notifications as read',
  },
});
