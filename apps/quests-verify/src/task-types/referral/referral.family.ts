import { defineFamily } from '../family/define-family.js';
import { CountReferrals } from './count-referrals.js';
import { DueReferralsRepository } from './due-referrals.repository.js';
import { ListReferees } from './list-referees.js';
import { RecordReferral } from './record-referral.js';
import { RefereesRepository } from './referees.repository.js';
import { ReferralCodesRepository } from './referral-codes.repository.js';
import { ReferralEvents } from './referral-events.js';
import { ReferralsSource } from './referrals-source.js';
import { ShowReferralStatus } from './show-referral-status.js';
import { socialReferral } from './referral-type.js';

export const referral = defineFamily({
  types: [socialReferral],
  providers: [
    CountReferrals,
    DueReferralsRepository,
    ListReferees,
    RecordReferral,
    RefereesRepository,
    ReferralCodesRepository,
    ReferralEvents,
    ShowReferralStatus,
  ],
  facts: [ReferralsSource],
  earnerTables: [
    { name: 'referral_code', onDeletion: 'deleted' },
    // A deleted account stays in the list of its referrer, where it does not count.
    { name: 'referral', onDeletion: 'kept' },
    { name: 'counted_referral', onDeletion: 'kept' },
  ],
});
