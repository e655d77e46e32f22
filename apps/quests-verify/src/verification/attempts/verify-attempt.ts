import { Injectable } from '@nestjs/common';
import { AppError, type Contract, type Idempotency } from '@questp/messages/language';
import { Database, idempotent, type Tx } from '@questp/postgres';
import { CREDIT } from '../../ledger/credits/credit.repository.js';
import { assertActive, assertCompletedBy, assertOpenFor, type QuestEntry } from '../entry/quest-entry.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';
import type { SubmissionRow } from '../../ledger/credits/submission-row.js';
import { completingContract } from '../../catalog/definition/task-type.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { GatherFacts, toFindings, type Findings } from '../facts/gather-facts.js';
import { CooldownBlockers } from './cooldown-blockers.js';
import { checkInputs } from './inputs.js';
import { LearnMethods } from './learn-methods.js';
import { refusal } from '../../catalog/definition/outcome.js';
import { RecordDecision, type Recorded, type Settle } from './record-decision.js';

/** One attempt of an earner at a quest, with the additions of its family. */
export interface Attempt<Reply> {
  /** The contract of the request. */
  completedBy: Contract;
  who: EarnerAndQuest;
  inputs: JsonObject;
  /** Pointer to the inputs in the request, for errors. */
  inputsAt?: '' | '/inputs';
  idempotency?: Idempotency | undefined;
  /** Admits and counts a limited attempt. If it throws, nothing is decided or recorded. */
  admit?(tx: Tx, entry: QuestEntry): Promise<void>;
  settle?: Settle;
  /** Response if there is a submission. */
  reply(tx: Tx, submission: SubmissionRow, recorded: Recorded): Promise<Reply>;
  /** Response to a refused attempt, if that is not an error. */
  refused?(tx: Tx, recorded: Recorded): Promise<Reply>;
}

/**
 * The only way to complete a quest: facts are gathered outside of transactions, a rule decides, and one transaction
 * records the decision. A refused attempt is recorded as a check before its error is thrown.
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
    private readonly cooldown: CooldownBlockers,
    types: TaskTypes,
  ) {
    const withFacts = types.all.flatMap((type) =>
      type.available && Object.keys(type.facts).length > 0 ? [completingContract(type).subject] : [],
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

  /**
   * The facts, or an error to throw after the idempotency key is checked, since its stored response takes precedence.
   */
  private async findings<Reply>(attempt: Attempt<Reply>): Promise<Findings | AppError> {
    const { completedBy, who, inputs, inputsAt = '', idempotency } = attempt;
    if (!this.withFacts.has(completedBy.subject)) return NOTHING_GATHERED;
    const entry = await this.entries.read(who);
    assertActive(entry);
    assertCompletedBy(entry, completedBy);
    const checked = checkInputs(entry, inputs, inputsAt);
    try {
      assertOpenFor(entry, checked);
      await this.cooldown.assertOver(entry);
      return await this.gather.of(entry, checked);
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
    assertCompletedBy(entry, attempt.completedBy);
    const inputs = checkInputs(entry, attempt.inputs, attempt.inputsAt ?? '');
    assertOpenFor(entry, inputs);
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
