import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { QueueWorker } from '@questp/service';
import { CREDIT, CreditRepository } from '../../ledger/credits/credit.repository.js';
import { creditOf, verdictOf } from '../attempts/decide.js';
import { Evaluate } from '../attempts/evaluate.js';
import { FetchMethodHashes } from '../attempts/fetch-method-hashes.js';
import { NegativesRepository, type DueCheck } from '../attempts/negatives.repository.js';
import { assertActive, assertOpen, availableEntry, type AvailableEntry } from '../entry/quest-entry.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';
import { validateInputs } from '../../catalog/definition/validation.js';
import { GatherFacts, type Findings } from '../facts/gather-facts.js';

const SLOTS = 50;
const IDLE_MS = 1_000;

/**
 * Repeats the negative checks of earners when a platform reports a new action of theirs, and credits those that pass. A
 * check that does not pass is neither counted nor recorded, and the earner can check again. Quests with inputs are left
 * out, because inputs of negative checks are not stored.
 */
@Injectable()
export class RepeatRefused extends QueueWorker<DueCheck> {
  constructor(
    private readonly database: Database,
    private readonly negativesRepository: NegativesRepository,
    private readonly fetchMethodHashes: FetchMethodHashes,
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly gatherFacts: GatherFacts,
    private readonly evaluate: Evaluate,
    private readonly creditRepository: CreditRepository,
  ) {
    super({ name: 'repeat-refused', slots: SLOTS, idleMs: IDLE_MS });
  }

  protected claim(limit: number): Promise<DueCheck[]> {
    return this.negativesRepository.claimDue(limit);
  }

  protected describe({ questId }: DueCheck): object {
    return { questId };
  }

  protected async process(check: DueCheck): Promise<void> {
    if (await this.repeat(check)) await this.negativesRepository.endDue(check);
  }

  /** False: the platform does not answer. */
  private async repeat(who: DueCheck): Promise<boolean> {
    try {
      await this.fetchMethodHashes.execute(who);
      const entry = openEntry(await this.questEntryRepository.read(who));
      const { type, quest } = entry;
      // What the earner handed in with a negative check is not kept.
      if (!validateInputs(type, quest.config, {}, quest.method).ok) return true;
      const findings = await this.gatherFacts.of(entry, {});
      const { missing } = findings;
      if (missing !== null) return !(missing.kind === 'inconclusive' && missing.cause === 'unavailable');
      const decision = await this.evaluate.preview(entry, {}, findings);
      if (verdictOf(quest.method, decision, { canRepeat: true }) === 'credit') await this.credit(who, findings);
      return true;
    } catch (error) {
      // The quest is completed, or closed to the earner.
      if (error instanceof AppError && error.status < 500) return true;
      throw error;
    }
  }

  private async credit(who: DueCheck, findings: Findings): Promise<void> {
    await this.database.transaction(async (tx) => {
      const entry = openEntry(await this.questEntryRepository.enter(tx, who));
      const { decision, verdict, check } = await this.evaluate.execute(tx, entry, {}, findings, 'repeat');
      if (verdict === 'credit') await this.creditRepository.attempt(tx, entry, {}, creditOf(decision), check);
    }, CREDIT);
  }
}

/** @throws AppError when the earner cannot complete the quest now */
function openEntry(entry: Parameters<typeof availableEntry>[0]): AvailableEntry {
  assertActive(entry);
  assertOpen(entry);
  return availableEntry(entry);
}
