import type { Timestamp } from '../common.js';
import { Id, Text, Time } from '../fields/index.js';

/** One `@` with something on both sides; what identity makes of it has to be an address. */
export const EMAIL_ADDRESS = { min: 3, max: 254, form: 'email', example: 'alice@example.org' } as const;

/** A request for a code. */
export class EmailChallenge {
  @Id({ description: 'To be sent with the code', example: '7d3f0c7e-54c5-4a58-9a0e-3b8f6a1c2d4e' })
  challengeId!: string;

  @Time({ description: 'Until when the code is taken' })
  expiresAt!: Timestamp;
}

export class EmailProof {
  @Id({ description: 'Of the answer to the request for the code', example: '7d3f0c7e-54c5-4a58-9a0e-3b8f6a1c2d4e' })
  challengeId!: string;

  @Text({ max: 32, storable: false, description: 'The code of the mail, in any case', example: 'k3v9 x2qa' })
  code!: string;
}
