import { Injectable } from '@nestjs/common';
import type { Tx } from '@questp/postgres';
import { DigestsRepository } from '../digests/digests.repository.js';
import type { NotificationText, UserText } from '../texts/worded.js';
import { NotificationsRepository } from './notifications.repository.js';

/** Notifies users through each channel that they have enabled. */
@Injectable()
export class NotifyUsers {
  constructor(
    private readonly notificationsRepository: NotificationsRepository,
    private readonly digestsRepository: DigestsRepository,
  ) {}

  execute(tx: Tx, userIds: string[], text: NotificationText): Promise<void> {
    return this.each(
      tx,
      userIds.map((userId) => ({ ...text, userId })),
    );
  }

  /** Notifies each user with an own text. */
  async each(tx: Tx, texts: readonly UserText[]): Promise<void> {
    await this.notificationsRepository.insert(tx, texts);
    await this.digestsRepository.add(tx, texts);
  }
}
