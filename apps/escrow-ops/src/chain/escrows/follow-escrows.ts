import { Inject, Injectable } from '@nestjs/common';
import { ChainRegistry } from '@questp/service-kit/chains';
import { CONFIG, QueueWorker } from '@questp/service';
import type { Config } from '../config.js';
import { askEscrow } from '../contracts/ask-contracts.js';
import type { EscrowAnswers } from '../escrow-reading.js';
import { AgreedReads, type AgreedValue } from '../nodes/agreed-reads.js';
import { NoAgreement } from '../nodes/node-answers.js';
import { EscrowAttemptsRepository, type ClaimedAttempt } from './escrow-attempts.repository.js';
import { RecordReading } from './record-reading.js';

/** Escrows that a replica reads at a time. */
const SLOTS = 8;
const IDLE_MS = 1_000;
const FAILED_MS = 2_000;

/** Pause between two readings of an escrow in a final phase, and the longest pause. */
const RARELY_SECONDS = 600;
/** Pause before the next reading of an unused ticket, as a fraction of its age. */
const UNUSED_PART = 1 / 120;
/** The same after the ticket expired on the chain, as a fraction of the time since then. */
const EXPIRED_PART = 1 / 12;
/** Time after which the escrow of an expired ticket is no longer looked for: several readings did not find it. */
const LOOKED_FOR_SECONDS = 7 * 86_400;
/** Final phases. */
const FINAL: readonly string[] = ['completed', 'cancelled', 'expired'];

/** Reads the escrows of all funding attempts from their chains, each by one replica at a time. */
@Injectable()
export class FollowEscrows extends QueueWorker<ClaimedAttempt> {
  constructor(
    private readonly escrowAttemptsRepository: EscrowAttemptsRepository,
    private readonly agreedReads: AgreedReads,
    private readonly recordReading: RecordReading,
    private readonly chainRegistry: ChainRegistry,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super({ name: 'read escrow', slots: SLOTS, idleMs: IDLE_MS, failedMs: FAILED_MS });
  }

  protected claim(limit: number): Promise<ClaimedAttempt[]> {
    return this.escrowAttemptsRepository.claim(limit);
  }

  protected async process(claimed: ClaimedAttempt): Promise<void> {
    const seconds = this.config.ESCROW_FOLLOW_SECONDS;
    const chain = this.chainRegistry.get(claimed.chainId);
    // The chain was removed from the configuration and may be added again.
    if (chain === undefined) return this.escrowAttemptsRepository.postpone(claimed, seconds);
    try {
      const agreed = await this.agreedReads.read(chain, (node, height) => askEscrow(node, claimed, height));
      await this.recordReading.execute(claimed, agreed, Math.max(seconds, leastPause(claimed, agreed)));
    } catch (error) {
      if (!(error instanceof NoAgreement)) throw error;
      await this.escrowAttemptsRepository.postpone(claimed, seconds);
    }
  }

  protected describe({ campaignId, attempt, chainId }: ClaimedAttempt): object {
    return { campaignId, attempt, chainId };
  }
}

/**
 * Seconds until the next reading. Unused tickets are read less often, so that many of them do not delay the escrows, and
 * not for ever: no block after the ticket's expiry creates the escrow.
 */
function leastPause(
  { openedAt, expiresAt }: ClaimedAttempt,
  { value, head }: AgreedValue<EscrowAnswers | null>,
): number {
  if (value === null) {
    const expired = secondsBetween(expiresAt, head.time);
    if (expired > LOOKED_FOR_SECONDS) return Infinity;
    if (expired > 0) return Math.max(expired * EXPIRED_PART, RARELY_SECONDS);
    return Math.min(secondsBetween(openedAt, new Date()) * UNUSED_PART, RARELY_SECONDS);
  }
  const { phase, balance } = value.status;
  return FINAL.includes(phase) && balance === '0' ? RARELY_SECONDS : 0;
}

const secondsBetween = (earlier: Date, later: Date): number => (later.getTime() - earlier.getTime()) / 1_000;
