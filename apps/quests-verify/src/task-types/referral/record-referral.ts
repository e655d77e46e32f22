import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { recordReferral, type Referral } from '@questp/messages/quests';
import { Database, idempotent } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ReferralCodesRepository } from './referral-codes.repository.js';

@Injectable()
export class RecordReferral {
  constructor(
    private readonly database: Database,
    private readonly referralCodesRepository: ReferralCodesRepository,
  ) {}

  /** CAMPAIGN_NOT_ACTIVE, MEMBER_CANNOT_EARN, REFERRAL_REFUSED */
  @Rpc(recordReferral)
  execute({ userId, code, idempotency }: RequestOf<typeof recordReferral>): Promise<Referral> {
    return this.database.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        const { referredAt, ...referral } = await this.referralCodesRepository.use(tx, userId, code);
        return { ...referral, referredAt: referredAt.toISOString() };
      }),
    );
  }
}
