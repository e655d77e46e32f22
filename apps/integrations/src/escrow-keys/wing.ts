import type { Wing } from '@questp/service-kit';
import { SignWithEscrowKey } from './sign-with-escrow-key.js';

export const escrowKeys: Wing = { providers: [SignWithEscrowKey] };
