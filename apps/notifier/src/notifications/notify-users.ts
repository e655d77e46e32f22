import { Injectable } from '@nestjs/common';
import type { Tx } from '@questp/postgres';
import { DigestsRepository } from '../digests/digests.repository.js';
import type { NotificationText } from '../texts/notification-texts.js';
import { NotificationsRepository } from './notifications.repository.js';

/** Notifies users through each channel that they have enabled. */
@Injectable()
export class NotifyUsers {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly digests: DigestsRepository,
  ) {}

  async execute(tx: Tx, userIds: string[], text: NotificationText): Promise<void> {
    await this.notifications.insert(tx, userIds, text);
    await this.digests.add(tx, userIds, text);
  }
}
