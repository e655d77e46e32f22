import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { setNotificationPreferences, type NotificationPreferences } from '@questp/messages/notifier';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { DigestChoicesRepository } from '../digests/digest-choices.repository.js';
import { PreferencesRepository } from './preferences.repository.js';
import { ShowPreferences } from './show-preferences.js';

@Injectable()
export class SetPreferences {
  constructor(
    private readonly database: Database,
    private readonly preferencesRepository: PreferencesRepository,
    private readonly digestChoicesRepository: DigestChoicesRepository,
    private readonly showPreferences: ShowPreferences,
  ) {}

  @Rpc(setNotificationPreferences)
  async execute({
    userId,
    mutedInApp,
    mailed,
  }: RequestOf<typeof setNotificationPreferences>): Promise<NotificationPreferences> {
    await this.database.transaction(async (tx) => {
      await this.preferencesRepository.set(tx, userId, mutedInApp);
      if (mailed !== undefined) await this.digestChoicesRepository.set(tx, userId, mailed);
    });
    return this.showPreferences.execute({ userId });
  }
}
