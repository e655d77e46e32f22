import type {
  Notification,
  NotificationParams,
  NotificationTemplate,
  NotificationType,
} from '@questp/messages/notifier';

export interface NotificationRow {
  id: string;
  type: NotificationType;
  template: NotificationTemplate | null;
  params: NotificationParams;
  title: string;
  body: string;
  /** Written only by this service: strings by name. */
  data: unknown;
  createdAt: Date;
  readAt: Date | null;
}

export const toNotification = ({ data, createdAt, readAt, ...row }: NotificationRow): Notification => ({
  id: row.id,
  type: row.type,
  template: row.template,
  params: row.params,
  title: row.title,
  body: row.body,
  data: data as Record<string, string>,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});
