import { Injectable } from '@nestjs/common';
import { getPoolAudience, type PoolAudience } from '@questp/messages/quests';
import type { EventTypes } from '@questp/messages/tables';
import type { Tx } from '@questp/postgres';
import { Bus } from '@questp/service';
import { payoutText } from '../texts/pool-texts.js';
import type { NotificationText } from '../texts/worded.js';
import { NotifyUsers } from './notify-users.js';

/** Notifies teams and earners of reward pools. */
@Injectable()
export class NotifyOfPools {
  constructor(
    private readonly bus: Bus,
    private readonly notifyUsers: NotifyUsers,
  ) {}

  /** Notifies the team of a campaign, unless there is nothing to say. */
  async team(tx: Tx, campaignId: string, toText: (pool: PoolAudience) => NotificationText | undefined): Promise<void> {
    const { pool } = await this.bus.call(getPoolAudience, { campaignId });
    const text = pool && toText(pool);
    if (text) await this.notifyUsers.execute(tx, pool.userIds, text);
  }

  async earners(tx: Tx, announced: EventTypes['payouts.announced']): Promise<void> {
    const { pool } = await this.bus.call(getPoolAudience, { campaignId: announced.campaignId });
    if (pool === null) return;
    const texts = announced.payouts.map((payout) => ({
      ...payoutText(announced, payout, pool.campaignTitle),
      userId: payout.userId,
    }));
    await this.notifyUsers.each(tx, texts);
  }
}
