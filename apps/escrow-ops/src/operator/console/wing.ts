import type { Wing } from '@questp/service-kit';
import { ConfirmRelease } from './confirm-release.js';
import { HoldEscrow } from './hold-escrow.js';
import { InterventionsRepository } from './interventions.repository.js';
import { RequestRelease } from './request-release.js';
import { TransactionsRepository } from './transactions.repository.js';

export const operatorConsole: Wing = {
  providers: [InterventionsRepository, TransactionsRepository, HoldEscrow, RequestRelease, ConfirmRelease],
};
