import type { Timestamp } from '../language/contract/common.js';
import { OneOf, Text, Time, enumeration } from '../language/fields/index.js';

export const TWO_FACTOR_METHODS = enumeration('TwoFactorMethod', ['app', 'email']);
export type TwoFactorMethod = (typeof TWO_FACTOR_METHODS)[number];

export const METHOD = { description: 'How codes are delivered: authenticator app or mail', example: 'app' } as const;

export const CHALLENGE_TOKEN = {
  max: 43,
  description: 'Token of an unfinished two-factor sign-in; grants no access without a code',
  example: 'b2YtYS1zaWduLWluLXdob3NlLXNlY29uZC1zdGVwLTE',
} as const;

export const CHALLENGED =
  'Challenge of the second step, if the account has two-factor sign-in; all other members are then absent';

/** Returned in place of a token if the account has two-factor sign-in. */
export class SecondFactorChallenge {
  @Text(CHALLENGE_TOKEN)
  challengeToken!: string;

  @OneOf(TWO_FACTOR_METHODS, METHOD)
  method!: TwoFactorMethod;

  @Time({ description: 'When the challenge expires' })
  expiresAt!: Timestamp;
}
