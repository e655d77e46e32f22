/** Seconds between the tries of a mail: 1 min, 5 min, 30 min, 2 h, 12 h. The try after the last delay is the last. */
export const RETRY_DELAYS_S = [60, 300, 1_800, 7_200, 43_200] as const;

/** True if a mail fails for good when try number `attempts` fails. */
export const isLastTry = (attempts: number): boolean => attempts > RETRY_DELAYS_S.length;
