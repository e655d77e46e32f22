import type { Wing } from '@questp/service-kit';
import { ReadEscrowPublicKey } from './read-escrow-public-key.js';
import { SignWithEscrowKey } from './sign-with-escrow-key.js';
import { SignedFeesRepository } from './signed-fees.repository.js';

export const escrowKeys: Wing = { providers: [ReadEscrowPublicKey, SignWithEscrowKey, SignedFeesRepository] };
