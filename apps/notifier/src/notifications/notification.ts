import type { Notification } from '@questp/messages';

export interface NotificationRow {
  id: string;
  type: string;
  title: string;
  body: string;
  /** Written by this service alone: strings by name. */
  data: unknown;
  createdAt: Date;
  readAt: Date | null;
}

export const toNotification = ({ id, type, title, body, data, createdAt, readAt }: NotificationRow): Notification => ({
  id,
  type,
  title,
  body,
  data: data as Record<string, string>,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});
