import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getNotificationPreferences, type MailReach, type NotificationPreferences } from '@questp/messages/notifier';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { SuppressionsRepository } from '../mail/suppressions.repository.js';
import { UserAddresses } from '../mail/user-addresses.js';
import { DigestChoicesRepository } from '../digests/digest-choices.repository.js';
import { PreferencesRepository } from './preferences.repository.js';

@Injectable()
export class ShowPreferences {
  constructor(
    private readonly database: Database,
    private readonly preferencesRepository: PreferencesRepository,
    private readonly digestChoicesRepository: DigestChoicesRepository,
    private readonly userAddresses: UserAddresses,
    private readonly suppressionsRepository: SuppressionsRepository,
  ) {}

  @Rpc(getNotificationPreferences)
  async execute({ userId }: RequestOf<typeof getNotificationPreferences>): Promise<NotificationPreferences> {
    const [mutedInApp, mailed, mailReach] = await Promise.all([
      this.preferencesRepository.mutedInApp(userId),
      this.digestChoicesRepository.mailed(this.database, userId),
      this.reach(userId),
    ]);
    return { mutedInApp, mailed, mailReach };
  }

  private async reach(userId: string): Promise<MailReach> {
    const address = (await this.userAddresses.of([userId])).get(userId);
    if (address === undefined) return 'no_address';
    return (await this.suppressionsRepository.has(address)) ? 'suppressed' : 'reached';
  }
}
