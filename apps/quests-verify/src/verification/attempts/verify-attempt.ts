import { Injectable } from '@nestjs/common';
import { AppError, type Contract, type Idempotency } from '@questp/messages/language';
import { Database, idempotent, newId, type Tx } from '@questp/postgres';
import { hashSecret } from '@questp/service';
import { isUnanswered, refusal, type Decision } from '../../catalog/definition/outcome.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { redactInputs } from '../../catalog/definition/secrets.js';
import { completingContract, type AvailableTaskType } from '../../catalog/definition/task-type.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';
import { ChecksRepository } from '../../ledger/checks/checks.repository.js';
import { CREDIT, CreditRepository, type Attempted } from '../../ledger/credits/credit.repository.js';
import type { SubmissionRow } from '../../ledger/credits/submission-row.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import {
  assertActive,
  assertCompletedBy,
  assertOpen,
  assertOpenFor,
  checkInputs,
  isProofAsked,
  type AvailableEntry,
  type QuestEntry,
} from '../entry/quest-entry.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';
import { GatherFacts, NO_FINDINGS, type Findings } from '../facts/gather-facts.js';
import { reviewedSubjects } from '../facts/reviewed-subjects.js';
import { SubjectsRepository } from '../facts/subjects.repository.js';
import { nextTry } from './back-off.js';
import { CooldownBlockers } from './cooldown-blockers.js';
import { creditOf } from './decide.js';
import { Evaluate, type Evaluation, type Settle } from './evaluate.js';
import { FetchMethodHashes } from './fetch-method-hashes.js';
import { PendingRepository } from './pending.repository.js';

/** The decision about an attempt. */
export interface Recorded {
  entry: AvailableEntry;
  decision: Decision;
}

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
    private readonly database: Database,
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly fetchMethodHashes: FetchMethodHashes,
    private readonly cooldownBlockers: CooldownBlockers,
    private readonly gatherFacts: GatherFacts,
    private readonly evaluate: Evaluate,
    private readonly creditRepository: CreditRepository,
    private readonly checksRepository: ChecksRepository,
    private readonly subjectsRepository: SubjectsRepository,
    private readonly pendingRepository: PendingRepository,
    taskTypes: TaskTypes,
  ) {
    const withFacts = taskTypes.all.flatMap((type) =>
      type.available && needsFacts(type) ? [completingContract(type).subject] : [],
    );
    this.withFacts = new Set(withFacts);
  }

  async execute<Reply>(attempt: Attempt<Reply>): Promise<Reply> {
    await this.fetchMethodHashes.execute(attempt.who);
    const attemptId = attemptIdOf(attempt);
    const findings = (await this.asksForFacts(attempt)) ? await this.findings(attempt, attemptId) : NO_FINDINGS;
    const result = await this.database.transaction(
      (tx) =>
        idempotent<Reply | AppError>(
          tx,
          attempt.idempotency,
          () => this.decide(tx, attempt, attemptId, findings),
          (reply) => (reply instanceof AppError ? undefined : reply),
        ),
      CREDIT,
    );
    if (result instanceof AppError) throw result;
    return result;
  }

  /** Reads nothing for a contract none of whose types needs facts. */
  private async asksForFacts<Reply>({ completedBy, who }: Attempt<Reply>): Promise<boolean> {
    if (!this.withFacts.has(completedBy.subject)) return false;
    const type = await this.questEntryRepository.taskTypeOf(who.questId);
    return type?.available === true && needsFacts(type);
  }

  /**
   * The facts, or an error to throw after the idempotency key is checked, since its stored response takes precedence.
   */
  private async findings<Reply>(attempt: Attempt<Reply>, attemptId: string): Promise<Findings | AppError> {
    const { completedBy, who, inputs, inputsAt = '', idempotency } = attempt;
    const entry = await this.questEntryRepository.read(who);
    assertActive(entry);
    assertCompletedBy(entry, completedBy);
    const checked = checkInputs(entry, inputs, inputsAt);
    try {
      assertOpenFor(entry, checked);
      await this.cooldownBlockers.assertOver(entry);
      return await this.gatherFacts.of(entry, checked, attemptId);
    } catch (error) {
      // Under a key the first answer comes again, also when the quest is completed by it.
      if (idempotency !== undefined && error instanceof AppError) return error;
      throw error;
    }
  }

  private async decide<Reply>(
    tx: Tx,
    attempt: Attempt<Reply>,
    attemptId: string,
    findings: Findings | AppError,
  ): Promise<Reply | AppError> {
    const entry = await this.questEntryRepository.enter(tx, attempt.who);
    assertCompletedBy(entry, attempt.completedBy);
    const inputs = checkInputs(entry, attempt.inputs, attempt.inputsAt ?? '');
    assertOpenFor(entry, inputs);
    if (findings instanceof AppError) throw findings;
    await attempt.admit?.(tx, entry);
    const evaluation = await this.evaluate.execute(tx, entry, inputs, findings, 'earner', attempt.settle);
    const submission = await this.record(tx, entry, { inputs, attemptId }, findings, evaluation);
    const { decision } = evaluation;
    if (submission !== null) return attempt.reply(tx, submission, { entry, decision });
    if (attempt.refused !== undefined) return attempt.refused(tx, { entry, decision });
    if (decision.kind === 'pass' || decision.kind === 'review') throw new Error('A pass or review was not recorded');
    return refusal(decision);
  }

  /** Null: the attempt is refused, and only its check is recorded. */
  private async record(
    tx: Tx,
    entry: AvailableEntry,
    { inputs, attemptId }: { inputs: JsonObject; attemptId: string },
    { account }: Findings,
    { verdict, decision, check }: Evaluation,
  ): Promise<SubmissionRow | null> {
    if (verdict === 'refuse') {
      await this.checksRepository.insert(tx, check, null);
      return null;
    }
    const target = targetOf(entry.now, verdict, decision);
    const submission = await this.creditRepository.attempt(tx, entry, redactInputs(entry.type, inputs), target, check);
    if (submission === undefined) {
      // Another attempt was faster: the entry as it is now gives the reason.
      assertOpen(await this.questEntryRepository.enter(tx, { userId: entry.userId, questId: entry.quest.id }));
      throw new AppError('QUEST_COOLDOWN');
    }
    if (isProofAsked(entry)) await this.pendingRepository.remove(tx, submission.id);
    if (target.status === 'pending') {
      const pending = { inputs, attemptId, dueAt: target.nextTryAt, isUnanswered: isUnanswered(decision) };
      await this.pendingRepository.insert(tx, submission, pending);
    }
    if (target.status === 'in_review')
      await this.subjectsRepository.remember(tx, submission.id, reviewedSubjects(entry, inputs, account));
    return submission;
  }
}

/** The same for a request that is repeated with its Idempotency-Key. */
function attemptIdOf({ who: { questId }, idempotency }: Pick<Attempt<never>, 'who' | 'idempotency'>): string {
  if (idempotency === undefined) return newId();
  return hashSecret(`${idempotency.scope} ${idempotency.key} ${questId}`).toString('hex');
}

const needsFacts = ({ facts }: AvailableTaskType): boolean => Object.keys(facts).length > 0;

function targetOf(now: Date, verdict: Evaluation['verdict'], decision: Decision): Attempted {
  if (verdict === 'wait' && decision.kind === 'inconclusive')
    return { status: 'pending', reason: decision.detail, nextTryAt: nextTry(now, decision, 0) };
  return verdict === 'credit' ? creditOf(decision) : { status: 'in_review' };
}
