import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { AppError } from '@questp/messages/language';
import type { CheckTrigger, RuleOutcome } from '@questp/messages/quests';
import { Database, type Queries, type Tx } from '@questp/postgres';
import { LOGGER, type Logger } from '@questp/service';
import type { FactValues } from '../../catalog/definition/facts.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import {
  isForTeam,
  type Decision,
  type Missing,
  type Outcome,
  type ReviewedSubject,
  type Subject,
} from '../../catalog/definition/outcome.js';
import { askForProof, lacksProof } from '../../catalog/definition/proof.js';
import { platformOf } from '../../catalog/definition/task-types.js';
import type { CheckRecord } from '../../ledger/checks/checks.repository.js';
import { isProofAsked, type AvailableEntry, type CheckedEntry, type QuestEntry } from '../entry/quest-entry.js';
import { RULE_FAILED, unavailable, type Findings } from '../facts/gather-facts.js';
import { reviewedSubjects } from '../facts/reviewed-subjects.js';
import { reportFault } from '../facts/rule-faults.js';
import { SubjectsRepository, type SubjectUser } from '../facts/subjects.repository.js';
import { decide, HYBRID_NEGATIVES, isUsed, verdictOf, verdictWithProof, type Verdict } from './decide.js';
import { MisconfiguredQuestsRepository } from './misconfigured-quests.repository.js';
import { NegativesRepository } from './negatives.repository.js';
import { QuestTargetsRepository } from './quest-targets.repository.js';
import { checkOf, toReview } from './receipt.js';

/** Why an attempt is evaluated. `repeat`: it was refused, and its check is repeated, which is not counted. */
export type Trigger = Exclude<CheckTrigger, 'after_credit'> | 'repeat';

/** Where an attempt leads, why, and the receipt to record. */
export interface Evaluation {
  decision: Decision;
  verdict: Exclude<Verdict, 'count'>;
  check: CheckRecord;
}

/** A change of an outcome in the transaction that records it, such as `fail` if a token was already consumed. */
export type Settle = (tx: Tx, entry: QuestEntry, outcome: Outcome) => Promise<Outcome>;

type Fail = Extract<Outcome, { kind: 'fail' }>;

/** Evaluates attempts by their facts: the rule decides, the quest's method gives the verdict, the receipt says both. */
@Injectable()
export class Evaluate {
  constructor(
    private readonly database: Database,
    private readonly subjectsRepository: SubjectsRepository,
    private readonly negativesRepository: NegativesRepository,
    private readonly misconfiguredQuestsRepository: MisconfiguredQuestsRepository,
    private readonly questTargetsRepository: QuestTargetsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The decision alone: nothing is reserved, counted or recorded. */
  async preview(entry: CheckedEntry, inputs: JsonObject, findings: Findings): Promise<Decision> {
    return findings.missing ?? (await this.rule(this.database, entry, inputs, findings)) ?? unavailable(RULE_FAILED);
  }

  /**
   * In the transaction that records the result: what proves the completion is reserved for the earner, a negative check
   * is counted, and the team is notified of a target that is gone or renamed. QUEST_COOLDOWN for a negative check of the
   * earner within the cool-down.
   */
  async execute(
    tx: Tx,
    entry: AvailableEntry,
    inputs: JsonObject,
    findings: Findings,
    trigger: Trigger,
    settle?: Settle,
  ): Promise<Evaluation> {
    const { decision: decided, ruled } = await this.decide(tx, entry, inputs, findings, settle);
    const { decision, verdict } = await this.judge(tx, entry, inputs, findings, trigger, decided);
    const check = checkOf(entry, trigger === 'repeat' ? 'recheck' : trigger, inputs, findings, { decision, ruled });
    return { decision, verdict, check: verdict === 'review' ? toReview(check) : check };
  }

  /** Reserves what a submission that enters review is proven by; the outcome if another earner has used it. */
  async reserve(tx: Tx, entry: QuestEntry, subjects: readonly ReviewedSubject[]): Promise<Fail | null> {
    for (const subject of subjects) {
      if (!subject.reserved) continue;
      if (!(await this.subjectsRepository.take(tx, subjectUser(entry), [subject]))) return alreadyUsed(subject);
    }
    return null;
  }

  /** The decision, and the outcome of the rule alone: null if no rule was applied. */
  private async decide(
    tx: Tx,
    entry: AvailableEntry,
    inputs: JsonObject,
    findings: Findings,
    settle: Settle = (_, __, outcome) => Promise.resolve(outcome),
  ): Promise<{ decision: Decision; ruled: RuleOutcome | null }> {
    const { missing, values } = findings;
    if (missing !== null && isForTeam(missing)) await this.reportMisconfigured(tx, entry, missing);
    if (missing !== null) return { decision: missing, ruled: null };
    await this.reportRenamed(tx, entry, values);
    const outcome = await this.rule(tx, entry, inputs, findings);
    if (outcome === undefined) return { decision: unavailable(RULE_FAILED), ruled: null };
    return { decision: await this.claim(tx, entry, await settle(tx, entry, outcome)), ruled: outcome.kind };
  }

  /**
   * Undefined: the rule ended with an error, which is a defect of the platform and costs no earner anything. It is
   * counted, and operators are alerted.
   */
  private async rule(
    on: Queries,
    entry: CheckedEntry,
    inputs: JsonObject,
    { values }: Findings,
  ): Promise<Outcome | undefined> {
    try {
      return decide(entry, inputs, values);
    } catch (error) {
      await reportFault(on, this.logger, entry.type.id, error);
      return undefined;
    }
  }

  /** Where the decision leads; another decision where a submission cannot enter review. */
  private async judge(
    tx: Tx,
    entry: AvailableEntry,
    inputs: JsonObject,
    findings: Findings,
    trigger: Trigger,
    decided: Decision,
  ): Promise<Omit<Evaluation, 'check'>> {
    const judged =
      trigger === 'earner' && isProofAsked(entry)
        ? { decision: decided, verdict: verdictWithProof(decided) }
        : await this.verdict(tx, entry, decided, findings, trigger);
    if (trigger !== 'earner' || judged.verdict !== 'review') return judged;
    const stopped = await this.stopReview(tx, entry, inputs, findings);
    return stopped === null ? judged : { decision: stopped, verdict: 'refuse' };
  }

  /**
   * Counts negative checks of hybrid quests, whose third is for the reviewers, and of types with a cool-down, which only
   * an earner's attempt has to keep.
   */
  private async verdict(
    tx: Tx,
    entry: AvailableEntry,
    decision: Decision,
    { askedAt, canRepeat }: Findings,
    trigger: Trigger,
  ): Promise<Omit<Evaluation, 'check'>> {
    const { type, quest } = entry;
    const isPaced = type.cooldownSeconds !== undefined;
    const verdict = verdictOf(quest.method, decision, { canRepeat, isPaced });
    if (verdict !== 'count') return { decision, verdict };
    if (trigger === 'repeat') return { decision, verdict: 'refuse' };
    const cooldownSeconds = trigger === 'earner' ? (type.cooldownSeconds ?? 0) : 0;
    const negative = { ...subjectUser(entry), platform: platformOf(type.id), askedAt };
    const counted = await this.negativesRepository.count(tx, negative, cooldownSeconds);
    if (counted === undefined) throw new AppError('QUEST_COOLDOWN');
    if (quest.method === 'hybrid' && counted.negatives >= HYBRID_NEGATIVES) return { decision, verdict: 'review' };
    const isPausing = decision.kind === 'fail' && cooldownSeconds > 0 && !isUsed(decision);
    return { decision: isPausing ? { ...decision, availableAt: counted.until } : decision, verdict: 'refuse' };
  }

  /** Notifies the team once, however often the quest is attempted. */
  private async reportMisconfigured(tx: Tx, { quest }: QuestEntry, { detail: reason }: Missing): Promise<void> {
    const { id: questId, title: questTitle, projectId } = quest;
    const userIds = await this.misconfiguredQuestsRepository.report(tx, questId);
    if (userIds === undefined) return;
    await emit(tx, 'quest.misconfigured', questId, { questId, questTitle, projectId, reason, userIds });
  }

  /** Keeps the present name of the quest's target, and notifies the team of a new one. */
  private async reportRenamed(tx: Tx, { type, quest }: AvailableEntry, facts: FactValues): Promise<void> {
    const renamed = type.target?.renamed?.(quest.config, facts);
    const userIds = renamed && (await this.questTargetsRepository.rename(tx, quest.id, renamed.members));
    if (userIds === undefined || renamed === undefined || renamed.from === renamed.to) return;
    const { id: questId, title: questTitle, projectId } = quest;
    const { from, to } = renamed;
    await emit(tx, 'quest.target_renamed', questId, { questId, questTitle, projectId, from, to, userIds });
  }

  /** Why a submission cannot enter review: it shows nothing, or another earner has used what it is proven by. */
  private async stopReview(
    tx: Tx,
    entry: AvailableEntry,
    inputs: JsonObject,
    { account }: Findings,
  ): Promise<Fail | null> {
    if (!lacksProof(entry.type, inputs)) return this.reserve(tx, entry, reviewedSubjects(entry, inputs, account));
    return { kind: 'fail', code: 'PROOF_NEEDED', detail: askForProof(entry.type) };
  }

  /** The outcome after its subjects are reserved for this earner. */
  private async claim(tx: Tx, entry: QuestEntry, outcome: Outcome): Promise<Outcome> {
    if (outcome.kind !== 'pass') return outcome;
    const { subjects = [], usesOneOf = [] } = outcome;
    // In this order, so that nothing is spent for a subject that the earner cannot use.
    for (const proofs of [subjects, usesOneOf]) {
      if (!(await this.subjectsRepository.take(tx, subjectUser(entry), proofs))) return alreadyUsed(proofs[0]);
    }
    return outcome;
  }
}

/** How a used subject is named where its kind is not enough: the earner did not name a transaction that was searched. */
const USED_NAMES: Partial<Record<Subject['kind'], (subject: string) => string>> = {
  email: () => 'e-mail address',
  transaction: (subject) => `transaction ${subject.split('/')[1] ?? ''}`.trim(),
};

const alreadyUsed = ({ kind, subject }: Subject = { kind: 'transaction', subject: '' }): Fail =>
  kind === 'wallet'
    ? {
        kind: 'fail',
        code: 'WALLET_ALREADY_USED',
        detail: 'The wallet has completed this quest for another account.',
      }
    : {
        kind: 'fail',
        code: 'SUBJECT_ALREADY_USED',
        detail: `The ${USED_NAMES[kind]?.(subject) ?? kind} has completed this quest already.`,
      };

const subjectUser = ({ quest, userId, periodKey }: QuestEntry): SubjectUser => ({
  questId: quest.id,
  userId,
  periodKey,
});
