import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { AppError } from '@questp/messages/language';
import { CountReferrals } from './count-referrals.js';
import { DueReferralsRepository } from './due-referrals.repository.js';
import { ReferralCodesRepository } from './referral-codes.repository.js';

/** Records the referrer of a new user, and looks again at referrals of an account that changed. */
@Injectable()
export class ReferralEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(
    referralCodesRepository: ReferralCodesRepository,
    dueReferralsRepository: DueReferralsRepository,
    countReferrals: CountReferrals,
  ) {
    this.handlers = {
      'user.created': async (tx, { data: { userId, ref } }) => {
        if (ref === undefined) return undefined;
        try {
          await referralCodesRepository.use(tx, userId, ref);
        } catch (error) {
          // A code that is unknown, or that cannot be used any more, is ignored at a sign-up.
          if (!(error instanceof AppError) || error.status >= 500) throw error;
        }
        return () => countReferrals.wake();
      },
      'user.updated': (tx, { data: { userId } }) => dueReferralsRepository.makeDue(tx, userId),
    };
  }
}
