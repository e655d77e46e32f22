import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database, type Tx } from '@questp/postgres';
import type { EscrowAnswers, EscrowReading } from '../escrow-reading.js';
import type { AgreedValue } from '../nodes/agreed-reads.js';
import type { ChainHead } from '../nodes/chain-heads.repository.js';
import { NodeAnswers } from '../nodes/node-answers.js';
import { EscrowAttemptsRepository, type ClaimedAttempt } from './escrow-attempts.repository.js';
import { escrowChanges, FIRST_PHASE } from './escrow-changes.js';
import { toEscrowState } from './escrow-state.js';
import { EscrowStatesRepository, type EscrowStateRow } from './escrow-states.repository.js';

/** The states of two readings, without the time of reading. */
const answersOf = ({ address, entry, config, ownership, status }: EscrowAnswers): EscrowAnswers => ({
  ...{ address, entry, config, ownership, status },
});

@Injectable()
export class RecordReading {
  constructor(
    private readonly database: Database,
    private readonly escrowAttemptsRepository: EscrowAttemptsRepository,
    private readonly escrowStatesRepository: EscrowStatesRepository,
    private readonly nodeAnswers: NodeAnswers,
  ) {}

  /**
   * Stores what was read of an escrow with the events of its changes, and ends the lease. A state that is older than
   * the stored one, or of a replica whose lease is over, changes nothing.
   * NoAgreement if the nodes deny an escrow that they had before.
   *
   * @param seconds to the next reading
   */
  async execute(
    claimed: ClaimedAttempt,
    { value, head }: AgreedValue<EscrowAnswers | null>,
    seconds: number,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.escrowAttemptsRepository.finish(tx, claimed, seconds))) return;
      const before = await this.escrowStatesRepository.lock(tx, claimed);
      if (before !== undefined && isOlder(head, before)) return;
      if (value === null) await this.recordMissing(tx, claimed, before, head);
      else await this.recordState(tx, claimed, before, { ...value, ...head, blockTime: head.time });
    });
  }

  private async recordState(
    tx: Tx,
    claimed: ClaimedAttempt,
    before: EscrowStateRow | undefined,
    reading: EscrowReading,
  ): Promise<void> {
    const isSame =
      before?.missingSince === null &&
      before.resets === reading.resets &&
      isDeepStrictEqual(answersOf(before), answersOf(reading));
    if (isSame) return this.escrowStatesRepository.date(tx, claimed, reading);
    await this.escrowStatesRepository.put(tx, claimed, reading);
    const escrow = toEscrowState({ ...claimed, ...reading, readAt: new Date(), missingSince: null });
    const { campaignId, projectId } = claimed;
    const data = { campaignId, projectId, escrow, previousPhase: before?.status.phase ?? FIRST_PHASE };
    for (const type of escrowChanges(before, reading)) await emit(tx, type, campaignId, data);
  }

  private async recordMissing(
    tx: Tx,
    claimed: ClaimedAttempt,
    before: EscrowStateRow | undefined,
    head: ChainHead,
  ): Promise<void> {
    if (before === undefined || before.missingSince !== null) return;
    // No chain loses a contract.
    if (before.resets === head.resets) return this.nodeAnswers.disagree(head.chainId, 'the nodes deny an escrow');
    await this.escrowStatesRepository.markMissing(tx, claimed);
    const { campaignId, projectId } = claimed;
    const escrow = toEscrowState({ ...before, missingSince: new Date() });
    await emit(tx, 'escrow.missing', campaignId, { campaignId, projectId, escrow });
  }
}

/** Heights grow until the chain is reset. */
const isOlder = (head: ChainHead, { resets, height }: EscrowStateRow): boolean =>
  head.resets < resets || (head.resets === resets && head.height < height);
