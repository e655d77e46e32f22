import type { Wing } from '@questp/service-kit';
import { ConfirmRelease } from './confirm-release.js';
import { ConfirmWithdrawal } from './confirm-withdrawal.js';
import { ConfirmObjectionDecision } from './confirm-objection-decision.js';
import { DryRun } from './dry-run.js';
import { EscrowsRepository } from './escrows.repository.js';
import { HoldEscrow } from './hold-escrow.js';
import { InterventionsRepository } from './interventions.repository.js';
import { ObjectionDecisionsRepository } from './objection-decisions.repository.js';
import { PauseEscrow } from './pause-escrow.js';
import { PausesRepository } from './pauses.repository.js';
import { ProposeObjectionDecision } from './propose-objection-decision.js';
import { RequestRelease } from './request-release.js';
import { RequestWithdrawal } from './request-withdrawal.js';
import { SendPauses } from './send-pauses.js';
import { ShowAdminEscrow } from './show-admin-escrow.js';
import { ShowGuardianMessage } from './show-guardian-message.js';
import { TransactionsRepository } from './transactions.repository.js';
import { WithdrawalsRepository } from './withdrawals.repository.js';

export const operatorConsole: Wing = {
  providers: [
    ...[InterventionsRepository, HoldEscrow, RequestRelease, ConfirmRelease],
    ...[WithdrawalsRepository, RequestWithdrawal, ConfirmWithdrawal],
    ...[ObjectionDecisionsRepository, ProposeObjectionDecision, ConfirmObjectionDecision],
    ...[PausesRepository, PauseEscrow, SendPauses],
    ...[TransactionsRepository, EscrowsRepository, ShowAdminEscrow, DryRun, ShowGuardianMessage],
  ],
};
