import type { Wing } from '@questp/service-kit';
import { EscrowAttemptsRepository } from './escrow-attempts.repository.js';
import { EscrowStatesRepository } from './escrow-states.repository.js';
import { ShowEscrow } from './show-escrow.js';

export const chain: Wing = {
  providers: [EscrowAttemptsRepository, EscrowStatesRepository, ShowEscrow],
};
