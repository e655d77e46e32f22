import type { Config } from '../../config.js';

export interface Limit {
  /** Requests per window of one minute. */
  perMinute: number;
  /**
   * Each request is counted on its own, and refused while the shared counter is out of reach. Other limits take leases
   * of several counts, and are then counted in this process alone.
   */
  strict: boolean;
}

export type LimitName =
  | 'principal'
  | 'principalWrites'
  | 'address'
  | 'anonymous'
  | 'challenge'
  | 'verify'
  | 'emailCode'
  | 'password'
  | 'adminSignInAddress'
  | 'adminSignInAccount'
  | 'lookup'
  | 'accountExport';

export const limitsOf = (config: Config): Readonly<Record<LimitName, Limit>> => ({
  principal: { perMinute: config.LIMIT_PRINCIPAL, strict: false },
  principalWrites: { perMinute: config.LIMIT_PRINCIPAL_WRITES, strict: false },
  address: { perMinute: config.LIMIT_ADDRESS, strict: false },
  anonymous: { perMinute: config.LIMIT_ANONYMOUS, strict: false },
  challenge: { perMinute: config.LIMIT_CHALLENGE, strict: true },
  verify: { perMinute: config.LIMIT_VERIFY, strict: true },
  emailCode: { perMinute: config.LIMIT_EMAIL_CODES, strict: true },
  password: { perMinute: config.LIMIT_PASSWORD, strict: true },
  adminSignInAddress: { perMinute: config.LIMIT_ADMIN_SIGN_IN, strict: true },
  adminSignInAccount: { perMinute: config.LIMIT_ADMIN_SIGN_IN, strict: true },
  lookup: { perMinute: config.LIMIT_LOOKUP, strict: true },
  accountExport: { perMinute: config.LIMIT_ACCOUNT_EXPORTS, strict: true },
});
