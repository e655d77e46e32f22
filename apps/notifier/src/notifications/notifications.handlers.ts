import { Injectable } from '@nestjs/common';
import { AppError, type PageRequest, type RequestOf } from '@questp/messages/language';
import {
  countUnreadNotifications,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '@questp/messages/notifier';
import { readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toNotification } from './notification.js';
import { NotificationsRepository } from './notifications.repository.js';

@Injectable()
export class NotificationsHandlers {
  constructor(private readonly notificationsRepository: NotificationsRepository) {}

  @Rpc(listNotifications)
  async list(request: RequestOf<typeof listNotifications>) {
    const read = (part: PageRequest) => this.notificationsRepository.list({ ...request, ...part });
    return readPage(request, read, ({ id }) => [id], toNotification);
  }

  @Rpc(readNotification)
  async read({ userId, notificationId }: RequestOf<typeof readNotification>) {
    const row = await this.notificationsRepository.read(userId, notificationId);
    if (!row) throw new AppError('NOT_FOUND');
    return toNotification(row);
  }

  @Rpc(readAllNotifications)
  async readAll({ userId }: RequestOf<typeof readAllNotifications>) {
    return { read: await this.notificationsRepository.readAll(userId) };
  }

  @Rpc(countUnreadNotifications)
  async countUnread({ userId }: RequestOf<typeof countUnreadNotifications>) {
    return { unread: await this.notificationsRepository.countUnread(userId) };
  }
}
