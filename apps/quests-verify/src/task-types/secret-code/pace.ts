import { LIMITS } from '@questp/messages/tables';

/**
 * Wrong codes within about 15 minutes from which the next try after a wrong one has to wait: of a quest, of a quest for
 * accounts that are fresh, and of an address at a quest. The wait grows with the number of wrong codes (its level).
 */
export const SLOW_FROM = {
  quest: LIMITS.secretCodesOfQuest.most,
  fresh: LIMITS.secretCodesOfQuest.most / 4,
  address: LIMITS.secretCodesOfAddress.most,
};

/** Wrong codes of a quest at which its team is notified; fresh accounts are slowed down soon after. */
export const ALERT_FROM = 40;

/** Seconds after the first wrong code, per level. */
export const SECONDS_PER_LEVEL = 60;

/** How long an account is fresh. */
export const FRESH_FOR = '1 day';
