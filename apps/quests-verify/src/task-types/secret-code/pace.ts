import { LIMITS } from '@questp/messages/tables';

/**
 * Numbers of wrong codes within about 15 minutes from which a try after a wrong one has to wait: per quest, per quest
 * for new accounts, and per quest and IP address. The wait grows with the number of wrong codes (its level).
 */
export const SLOW_FROM = {
  quest: LIMITS.secretCodesOfQuest.max,
  fresh: LIMITS.secretCodesOfQuest.max / 4,
  address: LIMITS.secretCodesOfAddress.max,
};

/** Number of wrong codes of a quest at which its team is notified; soon after, new accounts have to wait. */
export const ALERT_FROM = 40;

/** Seconds after the first wrong code, per level. */
export const SECONDS_PER_LEVEL = 60;

/** How long an account counts as new. */
export const FRESH_FOR = '1 day';
