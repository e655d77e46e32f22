import { Injectable } from '@nestjs/common';
import { AppError, type Contract, type Idempotency } from '@questp/messages/language';
import { Database, idempotent, type Tx } from '@questp/postgres';
import { CREDIT } from '../../ledger/credits/credit.repository.js';
import { assertActive, assertCompletedVia, assertOpen, type QuestEntry } from '../entry/quest-entry.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';
import type { SubmissionRow } from '../../ledger/credits/submission-row.js';
import { viaOf } from '../../catalog/definition/task-type.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { GatherFacts, toFindings, type Findings } from '../facts/gather-facts.js';
import { checkInputs } from './inputs.js';
import { LearnMethods } from './learn-methods.js';
import { refusal } from '../../catalog/definition/outcome.js';
import { RecordDecision, type Recorded, type Settle } from './record-decision.js';

/** One attempt of an earner at a quest, and what the feature it came through adds to it. */
export interface Attempt<Reply> {
  /** The contract the earner came through. */
  via: Contract;
  who: EarnerAndQuest;
  inputs: JsonObject;
  /** Where the inputs are in the request, for the pointers of errors. */
  inputsAt?: '' | '/inputs';
  idempotency?: Idempotency | undefined;
  /** Admits and counts a limited attempt, or throws; then nothing was decided and nothing stays. */
  admit?(tx: Tx, entry: QuestEntry): Promise<void>;
  settle?: Settle;
  /** Answers what led to a submission. */
  reply(tx: Tx, submission: SubmissionRow, recorded: Recorded): Promise<Reply>;
  /** Answers a refused attempt, where that is no error. */
  refused?(tx: Tx, recorded: Recorded): Promise<Reply>;
}

/**
 * The one way to complete a quest: facts are gathered outside of any transaction, a rule decides, and one transaction
 * records it. A refused attempt leaves its check, then its error is thrown.
 */
@Injectable()
export class VerifyAttempt {
  /** Subjects of the contracts with a task type that needs facts. */
  private readonly withFacts: ReadonlySet<string>;

  constructor(
    private readonly db: Database,
    private readonly entries: QuestEntryRepository,
    private readonly learnMethods: LearnMethods,
    private readonly gather: GatherFacts,
    private readonly record: RecordDecision,
    types: TaskTypes,
  ) {
    const withFacts = types.all.flatMap((type) =>
      type.available && Object.keys(type.facts).length > 0 ? [viaOf(type).subject] : [],
    );
    this.withFacts = new Set(withFacts);
  }

  async execute<Reply>(attempt: Attempt<Reply>): Promise<Reply> {
    await this.learnMethods.execute(attempt.who);
    const findings = await this.findings(attempt);
    const result = await this.db.transaction(
      (tx) =>
        idempotent<Reply | AppError>(
          tx,
          attempt.idempotency,
          () => this.recordAttempt(tx, attempt, findings),
          (reply) => (reply instanceof AppError ? undefined : reply),
        ),
      CREDIT,
    );
    if (result instanceof AppError) throw result;
    return result;
  }

  /** An error is what the attempt ends with, unless it has been answered already. */
  private async findings<Reply>(attempt: Attempt<Reply>): Promise<Findings | AppError> {
    const { via, who, inputs, inputsAt = '', idempotency } = attempt;
    if (!this.withFacts.has(via.subject)) return NOTHING_GATHERED;
    const entry = await this.entries.read(who);
    assertActive(entry);
    assertCompletedVia(entry, via);
    const checked = checkInputs(entry, inputs, inputsAt);
    const { projectId, config } = entry.quest;
    try {
      assertOpen(entry);
      return await this.gather.execute({ ...who, projectId, type: entry.type, config, inputs: checked });
    } catch (error) {
      // Under a key the first answer comes again, also when the quest is completed by it.
      if (idempotency !== undefined && error instanceof AppError) return error;
      throw error;
    }
  }

  private async recordAttempt<Reply>(
    tx: Tx,
    attempt: Attempt<Reply>,
    findings: Findings | AppError,
  ): Promise<Reply | AppError> {
    const entry = await this.entries.enter(tx, attempt.who);
    assertCompletedVia(entry, attempt.via);
    const inputs = checkInputs(entry, attempt.inputs, attempt.inputsAt ?? '');
    assertOpen(entry);
    if (findings instanceof AppError) throw findings;
    await attempt.admit?.(tx, entry);
    const recorded = await this.record.attempt(tx, entry, inputs, findings, attempt.settle);
    const { submission, decision } = recorded;
    if (submission !== null) return attempt.reply(tx, submission, recorded);
    if (attempt.refused !== undefined) return attempt.refused(tx, recorded);
    if (decision.kind === 'pass' || decision.kind === 'review') throw new Error('A pass or review was not recorded');
    return refusal(decision);
  }
}

const NOTHING_GATHERED = toFindings([]);
