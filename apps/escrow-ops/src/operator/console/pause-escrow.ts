import { Injectable } from '@nestjs/common';
import { addressOf } from '@questp/chains';
import { pauseEscrow, type EscrowPause } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { toTime } from '../../chain/escrows/escrow-state.js';
import { EscrowStatesRepository, type EscrowStateRow } from '../../chain/escrows/escrow-states.repository.js';
import { EscrowSigner } from '../../chain/lane/escrow-signer.js';
import { InterventionsRepository, toPause } from './interventions.repository.js';
import { recordIntervention } from './record-intervention.js';

@Injectable()
export class PauseEscrow {
  constructor(
    private readonly database: Database,
    private readonly escrowStatesRepository: EscrowStatesRepository,
    private readonly chainRegistry: ChainRegistry,
    private readonly escrowSigner: EscrowSigner,
    private readonly interventionsRepository: InterventionsRepository,
  ) {}

  /** NOT_FOUND until an escrow is created, CHAIN_NOT_CONFIGURED, ESCROW_KEY_MISSING, PAUSE_NOT_ALLOWED */
  @Rpc(pauseEscrow)
  execute({ campaignId, reason, seconds, ...operator }: RequestOf<typeof pauseEscrow>): Promise<EscrowPause> {
    return this.database.transaction(async (tx) => {
      const [last] = await this.escrowStatesRepository.ofCampaign(campaignId, 1);
      const escrow = found(last);
      const pauseUntil = new Date(Date.now() + seconds * 1_000);
      const running = await this.interventionsRepository.running(tx, { campaignId, kind: 'pause' });
      if (running === undefined) await this.requireAllowed(escrow, seconds, pauseUntil);
      const { row, step } = await this.interventionsRepository.start(tx, {
        ...{ campaignId, kind: 'pause', reason, startedBy: operator.adminId },
        ...{ attempt: escrow.attempt, pauseUntil },
      });
      if (step !== undefined) await recordIntervention(tx, row, step, reason, operator);
      return toPause(row);
    });
  }

  /** Checks the last state of the escrow; the simulation of the message checks the rest. */
  private async requireAllowed(escrow: EscrowStateRow, seconds: number, until: Date): Promise<void> {
    const chain = this.chainRegistry.get(escrow.chainId);
    if (chain === undefined) throw new AppError('CHAIN_NOT_CONFIGURED');
    const { status, config } = escrow;
    const refuse = (detail: string) => new AppError('PAUSE_NOT_ALLOWED', { detail });
    if (escrow.missingSince !== null) throw refuse('The chain no longer has the escrow.');
    if (config.roles === null) throw refuse('The escrow cannot read its factory.');
    const address = addressOf(chain, await this.escrowSigner.publicKey('escrow_pauser'));
    if (config.roles.pauser !== address) throw refuse(`Its pauser is ${config.roles.pauser}.`);
    const most = Math.min(config.limits.max_pause_secs, status.pauser_pause_left_secs);
    if (seconds > most) throw refuse(`It can be paused for ${most} seconds now.`);
    if (status.paused_until !== null && new Date(toTime(status.paused_until)) > until)
      throw refuse(`It is paused until ${toTime(status.paused_until)}.`);
  }
}
