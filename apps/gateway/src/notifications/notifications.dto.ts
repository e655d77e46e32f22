import type { Notification } from '@questp/messages';
import { Count, FlagInQuery, Id, Text, TextMap, Time } from '../edge/fields/index.js';
import { PageQuery, pageOf } from '../edge/paging.dto.js';

export class NotificationsQuery extends PageQuery {
  @FlagInQuery({ optional: true, description: 'Only those not read yet' })
  unread?: boolean;
}

export class NotificationDto implements Notification {
  @Id()
  id!: string;

  @Text({ example: 'submission.approved' })
  type!: string;

  @Text()
  title!: string;

  @Text()
  body!: string;

  @TextMap({ maxEntries: 20, maxLength: 200, pattern: /^.*$/, description: 'Ids of what it is about' })
  data!: Record<string, string>;

  @Time()
  createdAt!: string;

  @Time({ nullable: true })
  readAt!: string | null;
}

export const NotificationPageDto = pageOf(NotificationDto);

export class ReadNotificationsDto {
  @Count({ description: 'How many were unread before' })
  read!: number;
}
