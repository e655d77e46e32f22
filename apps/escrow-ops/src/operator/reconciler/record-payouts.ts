import { Injectable } from '@nestjs/common';
import type { AllocationsResponse } from '@questp/message-schema';
import { Database } from '@questp/postgres';
import { askAllocations } from '../../chain/contracts/ask-contracts.js';
import type { EscrowReading } from '../../chain/escrow-reading.js';
import { AgreedReads } from '../../chain/nodes/agreed-reads.js';
import type { ChainEndpoints } from '../../chain/nodes/chain-nodes.js';
import { PayoutStatusRepository, type PayoutOutcome } from '../../distribution/payout-status.repository.js';
import type { ApprovedPlan } from '../../plans/allocations.repository.js';
import { OperationsRepository, type Operation } from '../decisions/operations.repository.js';
import { countersOf, NOTHING_RECORDED, type Recording } from '../decisions/recording.js';
import { FindTransfers } from './find-transfers.js';
import { OpenPayoutsRepository } from './open-payouts.repository.js';

type Entries = AllocationsResponse['allocations'];

/** Pages that one call reads. */
const MAX_PAGES = 50;
/** Walks after which a payout is recorded without its transfer, which is searched again later. */
const MAX_MISSES = 3;
/** Time between two walks over the entries that were not examined. */
const WHOLE_EVERY_MS = 600_000;

const UNPAID = { txHash: null, payer: null, paidAt: null };

/** Work left after a call: entries to read at once, or transfers that the nodes have not indexed yet. */
type LeftToRecord = 'nothing' | 'entries' | 'transfers';

/** Records what the escrow did with each payout of a plan: the contract says what, and the transfers in which transaction. */
@Injectable()
export class RecordPayouts {
  constructor(
    private readonly database: Database,
    private readonly agreedReads: AgreedReads,
    private readonly findTransfers: FindTransfers,
    private readonly openPayoutsRepository: OpenPayoutsRepository,
    private readonly payoutStatusRepository: PayoutStatusRepository,
    private readonly operationsRepository: OperationsRepository,
  ) {}

  /** Goes on where the last call ended. @throws NoAgreement */
  async execute(
    operation: Operation,
    chain: ChainEndpoints,
    reading: EscrowReading,
    plan: ApprovedPlan,
  ): Promise<LeftToRecord> {
    const { status } = reading;
    const before = operation.recording ?? NOTHING_RECORDED;
    const isPaying = status.phase === 'distributing' || status.phase === 'completed';
    // Another allocation than the plan's says nothing about its payouts.
    const isOfPlan = status.finalized?.allocation_sha256 === plan.sha256;
    if (!isPaying || !isOfPlan || before.counters === countersOf(status)) return 'nothing';
    const isWhole = status.phase === 'distributing' && Date.now() - Date.parse(before.wholeAt) > WHOLE_EVERY_MS;
    const walk = await this.walk(chain, reading, plan, { after: before.after, isWhole });
    const isLastTry = before.misses + 1 >= MAX_MISSES;
    const { missing, height } = await this.settle(chain, reading, plan, walk.entries, before.fromHeight, isLastTry);
    const isMissing = missing > 0 && !isLastTry;
    const recording = recordingAfter(before, status, { ...walk, isWhole, isMissing, height });
    await this.operationsRepository.recorded(operation, recording);
    if (isMissing) return 'transfers';
    return recording.after === '' ? 'nothing' : 'entries';
  }

  /** Reads the pages of entries whose outcome can change. `after`: where it stopped; empty: at the end. */
  private async walk(
    chain: ChainEndpoints,
    { address, status, height }: EscrowReading,
    plan: ApprovedPlan,
    { after, isWhole }: { after: string; isWhole: boolean },
  ): Promise<{ entries: Entries; after: string }> {
    const entries: Entries = [];
    let at = after;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const before = await this.openPayoutsRepository.before(plan.id, at);
      if (before === undefined) return { entries, after: '' };
      const from = { version: status.version, after: before };
      const { value: page } = await this.agreedReads.read(
        chain,
        (node, at) => askAllocations(node, address, from, at),
        height,
      );
      const last = page.at(-1);
      const isExamined = page.some((entry) => entry.status !== 'pending');
      if (last === undefined || (!isExamined && !isWhole)) return { entries, after: '' };
      entries.push(...page);
      at = last.address;
    }
    return { entries, after: at };
  }

  private async settle(
    chain: ChainEndpoints,
    reading: EscrowReading,
    plan: ApprovedPlan,
    entries: Entries,
    fromHeight: number,
    isLastTry: boolean,
  ): Promise<{ missing: number; height: number }> {
    const open = await this.openPayoutsRepository.open(
      plan.id,
      entries.map(({ address }) => address),
    );
    const decided = entries.filter(({ address, status }) => status !== 'pending' && open.has(address));
    const paid = new Set(decided.flatMap(({ address, status }) => (status === 'paid' ? [address] : [])));
    const transfers = await this.findTransfers.execute(chain, reading, paid, fromHeight);
    const outcomes = decided.flatMap(({ address, status }): PayoutOutcome[] => {
      if (status === 'skipped' || status === 'failed') return [{ address, status, ...UNPAID }];
      if (status !== 'paid') return [];
      const transfer = transfers.get(address);
      const payer = reading.address;
      if (transfer) return [{ address, status, txHash: transfer.hash, payer, paidAt: transfer.at }];
      return isLastTry ? [{ address, status, txHash: null, payer, paidAt: reading.blockTime }] : [];
    });
    if (outcomes.length > 0)
      await this.database.transaction((tx) => this.payoutStatusRepository.settle(tx, plan.id, outcomes));
    const heights = [...transfers.values()].map(({ height }) => height);
    return { missing: paid.size - transfers.size, height: Math.max(fromHeight, ...heights) };
  }
}

interface Walked {
  after: string;
  isWhole: boolean;
  isMissing: boolean;
  height: number;
}

function recordingAfter(
  before: Recording,
  status: EscrowReading['status'],
  { after, isWhole, isMissing, height }: Walked,
): Recording {
  // A walk with a payout whose transfer is not indexed yet is repeated from where it began.
  if (isMissing) return { ...before, misses: before.misses + 1, fromHeight: before.fromHeight };
  if (after !== '') return { ...before, after, misses: 0, fromHeight: height };
  const wholeAt = isWhole ? new Date().toISOString() : before.wholeAt;
  return { ...before, counters: countersOf(status), after: '', misses: 0, fromHeight: height, wholeAt };
}
