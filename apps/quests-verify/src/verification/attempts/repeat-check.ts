import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { CREDIT, CreditRepository } from '../../ledger/credits/credit.repository.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { assertActive, assertOpen, availableEntry, type AvailableEntry } from '../entry/quest-entry.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';
import { validateInputs } from '../../catalog/definition/validation.js';
import { GatherFacts, type Findings } from '../facts/gather-facts.js';
import { creditOf, verdictOf } from './decide.js';
import { Evaluate } from './evaluate.js';
import { FetchMethodHashes } from './fetch-method-hashes.js';

/**
 * Checks an earner's quest without a request of the earner, and credits it if it passes. A check that does not pass is
 * neither counted nor recorded, and the earner can check again. Quests with inputs are left out, because inputs of
 * negative checks are not stored.
 */
@Injectable()
export class RepeatCheck {
  constructor(
    private readonly database: Database,
    private readonly fetchMethodHashes: FetchMethodHashes,
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly gatherFacts: GatherFacts,
    private readonly evaluate: Evaluate,
    private readonly creditRepository: CreditRepository,
  ) {}

  /** False: a source of its facts does not answer. */
  async execute(who: EarnerAndQuest): Promise<boolean> {
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

  private async credit(who: EarnerAndQuest, findings: Findings): Promise<void> {
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
