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
    private readonly db: Database,
    private readonly preferences: PreferencesRepository,
    private readonly choices: DigestChoicesRepository,
    private readonly show: ShowPreferences,
  ) {}

  @Rpc(setNotificationPreferences)
  async execute({
    userId,
    mutedInApp,
    mailed,
  }: RequestOf<typeof setNotificationPreferences>): Promise<NotificationPreferences> {
    await this.db.transaction(async (tx) => {
      await this.preferences.set(tx, userId, mutedInApp);
      if (mailed !== undefined) await this.choices.set(tx, userId, mailed);
    });
    return this.show.execute({ userId });
  }
}
