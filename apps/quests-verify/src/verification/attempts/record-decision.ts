import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { AppError } from '@questp/messages/language';
import type { RuleOutcome } from '@questp/messages/quests';
import type { Tx } from '@questp/postgres';
import { CreditRepository } from '../../ledger/credits/credit.repository.js';
import { assertOpen, isProofAsked, type AvailableEntry, type QuestEntry } from '../entry/quest-entry.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';
import type { SubmissionRow } from '../../ledger/credits/submission-row.js';
import { redactInputs } from '../../catalog/definition/secrets.js';
import { askForProof, lacksProof } from '../../catalog/definition/proof.js';
import { platformOf } from '../../catalog/definition/task-types.js';
import type { FactValues } from '../../catalog/definition/facts.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { backOff } from './back-off.js';
import { type CheckRecord, ChecksRepository } from '../../ledger/checks/checks.repository.js';
import { ApplyRule } from './apply-rule.js';
import { checkOf } from './decide.js';
import { GatherFacts, RULE_FAILED, unavailable, type Findings } from '../facts/gather-facts.js';
import { MisconfiguredQuestsRepository } from './misconfigured-quests.repository.js';
import { NegativesRepository } from './negatives.repository.js';
import {
  isUnanswered,
  type Decision,
  type Missing,
  type Outcome,
  type Subject,
} from '../../catalog/definition/outcome.js';
import { PendingRepository } from './pending.repository.js';
import { QuestTargetsRepository } from './quest-targets.repository.js';
import { SubjectsRepository, type SubjectUser } from '../facts/subjects.repository.js';
import { HYBRID_NEGATIVES, verdictOf, verdictWithProof, type Verdict } from './verdict.js';

/** Result of an attempt; null: refused, with the reason in `decision`. */
export interface Recorded {
  entry: AvailableEntry;
  decision: Decision;
  submission: SubmissionRow | null;
}

/** A change of an outcome in the transaction that records it, such as `fail` if a token was already consumed. */
export type Settle = (tx: Tx, entry: QuestEntry, outcome: Outcome) => Promise<Outcome>;

/** Decides on an attempt and records the result, in the transaction of QuestEntryRepository.enter. */
@Injectable()
export class RecordDecision {
  constructor(
    private readonly gather: GatherFacts,
    private readonly entries: QuestEntryRepository,
    private readonly rules: ApplyRule,
    private readonly credits: CreditRepository,
    private readonly checks: ChecksRepository,
    private readonly subjects: SubjectsRepository,
    private readonly negatives: NegativesRepository,
    private readonly pendings: PendingRepository,
    private readonly misconfigured: MisconfiguredQuestsRepository,
    private readonly targets: QuestTargetsRepository,
  ) {}

  async attempt(
    tx: Tx,
    entry: AvailableEntry,
    inputs: JsonObject,
    findings: Findings,
    settle?: Settle,
  ): Promise<Recorded> {
    const { decision: decided, ruled } = await this.decide(tx, entry, inputs, findings, settle);
    const { verdict: reached, availableAt } = isProofAsked(entry)
      ? { verdict: verdictWithProof(decided) }
      : await this.verdict(tx, entry, decided, findings);
    const stopped = reached === 'review' ? await this.stopReview(tx, entry, inputs, findings) : null;
    const [decision, verdict] = stopped === null ? [decided, reached] : [stopped, 'refuse' as const];
    const check = checkOf(entry, 'earner', inputs, findings, { decision, ruled, toReview: verdict === 'review' });
    if (verdict === 'refuse') {
      await this.checks.insert(tx, check, null);
      const answered = decision.kind === 'fail' && availableAt !== undefined ? { ...decision, availableAt } : decision;
      return { entry, decision: answered, submission: null };
    }
    const submission = await this.write(tx, entry, inputs, verdict, decision, check);
    if (submission !== undefined) {
      if (isProofAsked(entry)) await this.pendings.remove(tx, submission.id);
      if (verdict === 'review') await this.subjects.remember(tx, submission.id, findings.reviewed ?? []);
      return { entry, decision, submission };
    }
    // Somebody was faster: what is there now says why.
    assertOpen(await this.entries.enter(tx, { userId: entry.userId, questId: entry.quest.id }));
    throw new AppError('QUEST_COOLDOWN');
  }

  /** The decision, and the outcome of the rule alone: null if facts are missing. */
  async decide(
    tx: Tx,
    entry: AvailableEntry,
    inputs: JsonObject,
    { missing, values }: Findings,
    settle: Settle = (_, __, outcome) => Promise.resolve(outcome),
  ): Promise<{ decision: Decision; ruled: RuleOutcome | null }> {
    if (missing?.kind === 'misconfigured') await this.reportMisconfigured(tx, entry, missing);
    if (missing !== null) return { decision: missing, ruled: null };
    await this.reportRenamed(tx, entry, values);
    const outcome = await this.rules.execute(tx, entry, inputs, values);
    if (outcome === undefined) return { decision: unavailable(RULE_FAILED), ruled: null };
    return { decision: await this.claim(tx, entry, await settle(tx, entry, outcome)), ruled: outcome.kind };
  }

  /** Notifies the team once, however often the quest is attempted. */
  private async reportMisconfigured(tx: Tx, { quest }: QuestEntry, { detail: reason }: Missing): Promise<void> {
    const { id: questId, title: questTitle, projectId } = quest;
    const userIds = await this.misconfigured.report(tx, questId);
    if (userIds === undefined) return;
    await emit(tx, 'quest.misconfigured', questId, { questId, questTitle, projectId, reason, userIds });
  }

  /** Keeps the present name of the quest's target, and notifies the team of a new one. */
  private async reportRenamed(tx: Tx, { type, quest }: AvailableEntry, facts: FactValues): Promise<void> {
    const renamed = type.target?.renamed?.(quest.config, facts);
    const userIds = renamed && (await this.targets.rename(tx, quest.id, renamed.members));
    if (userIds === undefined || renamed === undefined || renamed.from === renamed.to) return;
    const { id: questId, title: questTitle, projectId } = quest;
    const { from, to } = renamed;
    await emit(tx, 'quest.target_renamed', questId, { questId, questTitle, projectId, from, to, userIds });
  }

  /** Why a submission cannot enter review: it shows nothing, or another earner has used what it is proven by. */
  private async stopReview(tx: Tx, entry: QuestEntry, inputs: JsonObject, findings: Findings): Promise<Fail | null> {
    if (!lacksProof(entry.type, inputs)) return this.reserve(tx, entry, findings);
    return { kind: 'fail', code: 'PROOF_NEEDED', detail: askForProof(entry.type) };
  }

  /** Reserves what a submission that enters review is proven by; the outcome if another earner has used it. */
  async reserve(tx: Tx, entry: QuestEntry, { reviewed = [] }: Findings): Promise<Fail | null> {
    for (const subject of reviewed) {
      if (!subject.reserved) continue;
      if (!(await this.subjects.take(tx, subjectUser(entry), [subject]))) return alreadyUsed(subject.kind);
    }
    return null;
  }

  /** The outcome after its subjects are reserved for this earner. */
  private async claim(tx: Tx, entry: QuestEntry, outcome: Outcome): Promise<Outcome> {
    if (outcome.kind !== 'pass') return outcome;
    const { subjects = [], usesOneOf = [] } = outcome;
    // In this order, so that nothing is spent for a subject that the earner cannot use.
    for (const proofs of [subjects, usesOneOf]) {
      if (!(await this.subjects.take(tx, subjectUser(entry), proofs))) return alreadyUsed(proofs[0]?.kind);
    }
    return outcome;
  }

  /**
   * Where the decision leads. Counts negative checks of hybrid quests, whose third is for the reviewers, and of types
   * with a cool-down. QUEST_COOLDOWN for one within the cool-down.
   *
   * @param cooldownSeconds of an attempt; 0 for a repeated check
   */
  async verdict(
    tx: Tx,
    entry: AvailableEntry,
    decision: Decision,
    { askedAt }: Findings,
    cooldownSeconds = entry.type.cooldownSeconds ?? 0,
  ): Promise<{ verdict: Exclude<Verdict, 'count'>; availableAt?: Date }> {
    const { type, quest } = entry;
    const isPaced = type.cooldownSeconds !== undefined;
    const verdict = verdictOf(quest.method, decision, { canRepeat: this.gather.canRepeat(type), isPaced });
    if (verdict !== 'count') return { verdict };
    const negative = { ...subjectUser(entry), platform: platformOf(type.id), askedAt };
    const counted = await this.negatives.count(tx, negative, cooldownSeconds);
    if (counted === undefined) throw new AppError('QUEST_COOLDOWN');
    const effect = quest.method === 'hybrid' && counted.negatives >= HYBRID_NEGATIVES ? 'review' : 'refuse';
    return { verdict: effect, ...(cooldownSeconds > 0 && { availableAt: counted.until }) };
  }

  private async write(
    tx: Tx,
    entry: AvailableEntry,
    inputs: JsonObject,
    verdict: 'credit' | 'review' | 'wait',
    decision: Decision,
    check: CheckRecord,
  ): Promise<SubmissionRow | undefined> {
    const kept = redactInputs(entry.type, inputs);
    switch (verdict) {
      case 'credit':
        return this.credits.attempt(tx, entry, kept, { status: 'claimed' }, check);
      case 'review':
        return this.credits.attempt(tx, entry, kept, { status: 'in_review' }, check);
      case 'wait': {
        const missing = decision as Missing;
        const nextTryAt = nextTry(entry.now, missing, 0);
        const target = { status: 'pending', reason: missing.detail, nextTryAt } as const;
        const pending = await this.credits.attempt(tx, entry, kept, target, check);
        if (pending !== undefined) {
          const dueAt = nextTryAt;
          await this.pendings.insert(tx, pending, { inputs, dueAt, isUnanswered: isUnanswered(missing) });
        }
        return pending;
      }
    }
  }
}

type Fail = Extract<Outcome, { kind: 'fail' }>;

const alreadyUsed = (kind: Subject['kind'] = 'transaction'): Fail =>
  kind === 'wallet'
    ? {
        kind: 'fail',
        code: 'WALLET_ALREADY_USED',
        detail: 'The wallet has completed this quest for another account.',
      }
    : { kind: 'fail', code: 'SUBJECT_ALREADY_USED', detail: `The ${kind} has completed this quest already.` };

export function nextTry(now: Date, missing: Missing | null, tries: number): Date {
  const answered = missing?.kind === 'inconclusive' ? missing.retryAt : undefined;
  return answered !== undefined && answered > now ? answered : new Date(now.getTime() + backOff(tries, Math.random()));
}

const subjectUser = ({ quest, userId, periodKey }: QuestEntry): SubjectUser => ({
  questId: quest.id,
  userId,
  periodKey,
});
