import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database, type Tx } from '@questp/postgres';
import { QueueWorker } from '@questp/service';
import type { AfterCredit } from '../../catalog/definition/after-credit.js';
import { checkedAfterCredit, type Credited } from '../../catalog/definition/task-type.js';
import { ChecksRepository, type CheckRecord } from '../../ledger/checks/checks.repository.js';
import { CREDIT, CreditRepository } from '../../ledger/credits/credit.repository.js';
import { ReversalRepository } from '../../ledger/credits/reversal.repository.js';
import { Evaluate } from '../attempts/evaluate.js';
import { checkOf } from '../attempts/receipt.js';
import { availableEntry, type AvailableEntry, type QuestEntry } from '../entry/quest-entry.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';
import { GatherFacts } from '../facts/gather-facts.js';
import { CreditRechecksRepository, type CreditClaim } from './credit-rechecks.repository.js';

const SLOTS = 10;
const IDLE_MS = 5_000;

/** Between two tries of a check without an answer, and of one whose credit was reversed meanwhile. */
const RETRY_HOURS = 6;

/**
 * Checks each credit of a quest with `afterCredit` in its configuration once, after the time that the quest names: an act
 * that was taken back since is reported to the team, and its credit reversed where the quest says so. Without an answer
 * the credit stands. Every replica claims its own.
 */
@Injectable()
export class RecheckCredits extends QueueWorker<CreditClaim> {
  constructor(
    private readonly database: Database,
    private readonly creditRechecksRepository: CreditRechecksRepository,
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly gatherFacts: GatherFacts,
    private readonly evaluate: Evaluate,
    private readonly checksRepository: ChecksRepository,
    private readonly reversalRepository: ReversalRepository,
    private readonly creditRepository: CreditRepository,
  ) {
    super({ name: 'recheck-credits', slots: SLOTS, idleMs: IDLE_MS });
  }

  protected claim(limit: number): Promise<CreditClaim[]> {
    return this.creditRechecksRepository.claim(limit);
  }

  protected describe({ submissionId }: CreditClaim): object {
    return { submissionId };
  }

  protected async process(claim: CreditClaim): Promise<void> {
    try {
      await this.check(claim);
    } catch (error) {
      await this.wait(claim);
      throw error;
    }
  }

  private async check(claim: CreditClaim): Promise<void> {
    if (claim.isReversed) return this.wait(claim);
    const entry = checkedEntry(await this.questEntryRepository.read(claim), claim);
    const credited = creditedBy(claim);
    if (entry === undefined || credited === undefined) return this.remove(claim);
    const findings = await this.gatherFacts.of(entry, credited);
    const decision = await this.evaluate.preview(entry, credited, findings);
    const isDecided = decision.kind === 'pass' || decision.kind === 'fail';
    if (!isDecided && !claim.isLast) return this.wait(claim);
    const ruled = isDecided ? decision.kind : null;
    const check = checkOf(entry, 'after_credit', credited, findings, { decision, ruled });
    await this.settle(claim, check);
  }

  private async settle(claim: CreditClaim, check: CheckRecord): Promise<void> {
    await this.database.transaction(async (tx) => {
      const submission = await this.creditRechecksRepository.lock(tx, claim);
      if (submission === undefined) return;
      const entry = await this.questEntryRepository.lock(tx, claim);
      await this.creditRechecksRepository.remove(tx, claim);
      if (check.outcome !== 'fail') return this.checksRepository.insert(tx, check, submission.id);
      if (isReversible(entry)) {
        await this.reversalRepository.reverse(tx, submission);
        await this.creditRepository.takeBack(tx, submission, check.detail, check);
      } else await this.checksRepository.insert(tx, check, submission.id);
      await this.report(tx, entry);
    }, CREDIT);
  }

  /** Notifies the team, once a day for a quest. */
  private async report(tx: Tx, { quest }: QuestEntry): Promise<void> {
    const userIds = await this.creditRechecksRepository.report(tx, quest.id);
    if (userIds === undefined) return;
    const { id: questId, title: questTitle, projectId } = quest;
    await emit(tx, 'quest.acts_undone', questId, { questId, questTitle, projectId, userIds });
  }

  private async wait(claim: CreditClaim): Promise<void> {
    if (claim.isLast) return this.remove(claim);
    await this.creditRechecksRepository.postpone(claim, RETRY_HOURS);
  }

  private async remove(claim: CreditClaim): Promise<void> {
    await this.creditRechecksRepository.remove(this.database, claim);
  }
}

/** The entry with the check after a credit for its type. Undefined: the quest asks for none any more. */
function checkedEntry(entry: QuestEntry, { periodKey }: CreditClaim): AvailableEntry | undefined {
  const type = checkedAfterCredit(availableEntry(entry).type);
  return type && settingsOf(entry) && { ...entry, type, periodKey };
}

/** Undefined: no transaction of a known wallet completed the quest, but a reviewer decided. */
function creditedBy({ transaction, wallets }: CreditClaim): Credited | undefined {
  if (transaction === null || wallets === null) return undefined;
  const txHash = transaction.slice(transaction.lastIndexOf('/') + 1);
  return { txHash, accounts: [...new Set(wallets.map(({ account }) => account))] };
}

const settingsOf = ({ quest }: QuestEntry) => quest.config['afterCredit'] as AfterCredit | undefined;

/** The quest asks for a reversal, and the payouts of the campaign are not listed yet. */
const isReversible = (entry: QuestEntry): boolean => {
  const { payoutFreezesAt } = entry.quest;
  return settingsOf(entry)?.onUndone === 'reverse' && (payoutFreezesAt === null || entry.now < payoutFreezesAt);
};
