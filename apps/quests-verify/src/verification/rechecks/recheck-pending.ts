import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@questp/postgres';
import { QueueWorker } from '@questp/service';
import { CREDIT, CreditRepository, type Credited } from '../../ledger/credits/credit.repository.js';
import { availableEntry, type AvailableEntry } from '../entry/quest-entry.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';
import { ChecksRepository, type CheckRecord } from '../../ledger/checks/checks.repository.js';
import { nextTry } from '../attempts/back-off.js';
import { creditOf } from '../attempts/decide.js';
import { Evaluate } from '../attempts/evaluate.js';
import { checkOf, shownDecision, toReview } from '../attempts/receipt.js';
import { GatherFacts, isOutage, NO_FINDINGS, RULE_FAILED, unavailable, type Findings } from '../facts/gather-facts.js';
import { askForProof, lacksProof } from '../../catalog/definition/proof.js';
import { isUnanswered, type Decision, type Missing } from '../../catalog/definition/outcome.js';
import { PendingRepository, type PendingClaim } from '../attempts/pending.repository.js';
import { reportFault } from '../facts/rule-faults.js';
import { reviewedSubjects } from '../facts/reviewed-subjects.js';
import { SubjectsRepository } from '../facts/subjects.repository.js';

const SLOTS = 50;
const IDLE_MS = 1_000;
const FAILED_MS = 1_000;
const DEFAULT_LIMIT_HOURS = 24;
/** A hybrid submission goes to the reviewers when its platform has given no usable answer for so long. */
const UNANSWERED_MS = 15 * 60_000;

/** How long an earner can hand in a proof while the campaign runs; after its end, until its payouts are listed. */
const PROOF_MS = 7 * 24 * 3_600_000;
/** Between two checks of a submission that waits for a proof. */
const WITH_PROOF_MS = 3_600_000;

/**
 * Repeats the checks of pending submissions until they are decided. Every replica claims its own; those of a replica
 * that died are claimed again when their lease ends. A repeated check never counts as an attempt.
 */
@Injectable()
export class RecheckPending extends QueueWorker<PendingClaim> {
  constructor(
    private readonly database: Database,
    private readonly gatherFacts: GatherFacts,
    private readonly subjectsRepository: SubjectsRepository,
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly pendingRepository: PendingRepository,
    private readonly creditRepository: CreditRepository,
    private readonly checksRepository: ChecksRepository,
    private readonly evaluate: Evaluate,
  ) {
    super({ name: 'recheck-pending', slots: SLOTS, idleMs: IDLE_MS, failedMs: FAILED_MS });
  }

  override async execute(): Promise<boolean | number> {
    await super.execute();
    return (await this.pendingRepository.nextDueMs(IDLE_MS)) ?? false;
  }

  protected claim(limit: number): Promise<PendingClaim[]> {
    return this.pendingRepository.claim(limit);
  }

  protected describe({ submissionId }: PendingClaim): object {
    return { submissionId };
  }

  /**
   * An error is a defect of the platform, as one of a rule is: it is counted, operators are alerted, and the submission
   * waits as if the source had not answered.
   */
  protected async process(claim: PendingClaim): Promise<void> {
    try {
      await this.check(claim, await this.findings(claim));
    } catch (error) {
      if (isOutage(error)) throw error;
      await reportFault(this.database, this.logger, claim.taskTypeId, error);
      await this.check(claim, FAILED).catch(async (again: unknown) => {
        await this.pendingRepository.release(claim, nextTry(new Date(), null, claim.tries));
        throw again;
      });
    }
  }

  private async findings(claim: PendingClaim): Promise<Findings> {
    const entry = availableEntry(await this.questEntryRepository.read(claim));
    return this.gatherFacts.of({ ...entry, periodKey: claim.periodKey }, claim.inputs, claim.attemptId);
  }

  private async check(claim: PendingClaim, findings: Findings): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.pendingRepository.lock(tx, claim))) return;
      const entry = { ...availableEntry(await this.questEntryRepository.lock(tx, claim)), periodKey: claim.periodKey };
      // Waits for the end of the suspension, uncounted.
      if (entry.accountStatus !== 'active') return this.postpone(tx, claim, entry, null);
      await this.settle(tx, claim, entry, findings);
    }, CREDIT);
  }

  private async settle(tx: Tx, claim: PendingClaim, entry: AvailableEntry, findings: Findings): Promise<void> {
    const closed = entry.isMember ? MEMBER : entry.isArchived ? ARCHIVED : null;
    if (closed !== null) {
      const check = checkOf(entry, 'recheck', claim.inputs, findings, { decision: closed, ruled: null });
      return this.end(tx, claim, entry, 'rejected', check);
    }
    const { decision, verdict, check } = await this.evaluate.execute(tx, entry, claim.inputs, findings, 'recheck');
    switch (verdict) {
      case 'credit':
        return this.credit(tx, claim, entry, creditOf(decision), check);
      case 'review':
        return this.review(tx, claim, entry, findings, check);
      case 'wait':
      case 'refuse':
        if (!isMissing(decision)) return this.end(tx, claim, entry, 'rejected', check);
        if (claim.proofUntil !== null) return this.askForProof(tx, claim, entry, check);
        if (isOverBudget(decision)) return this.hold(tx, claim, entry, decision);
        if (isOver(claim, entry, decision)) {
          if (entry.quest.method === 'hybrid') return this.review(tx, claim, entry, findings, toReview(check));
          if (!changesPayouts(entry)) return this.end(tx, claim, entry, 'rejected', givenUp(entry, check));
        }
        await this.checksRepository.insert(tx, check, claim.submissionId);
        return this.postpone(tx, claim, entry, decision);
    }
  }

  private async credit(
    tx: Tx,
    claim: PendingClaim,
    entry: AvailableEntry,
    credit: Credited,
    check: CheckRecord,
  ): Promise<void> {
    const waiting = { id: claim.submissionId, quest: entry.quest };
    const credited = await this.creditRepository.recheck(tx, waiting, credit, check);
    if (credited === undefined) return this.end(tx, claim, entry, 'rejected', { ...check, ...shownDecision(FULL) });
    await this.pendingRepository.remove(tx, claim.submissionId);
  }

  /**
   * A submission that shows nothing waits for a proof of the earner. Rejected, if another earner has used what it is
   * proven by.
   */
  private async review(
    tx: Tx,
    claim: PendingClaim,
    entry: AvailableEntry,
    findings: Findings,
    check: CheckRecord,
  ): Promise<void> {
    if (lacksProof(entry.type, claim.inputs)) return this.askForProof(tx, claim, entry, check);
    const subjects = reviewedSubjects(entry, claim.inputs, findings.account);
    const used = await this.evaluate.reserve(tx, entry, subjects);
    if (used !== null) return this.end(tx, claim, entry, 'rejected', { ...check, ...shownDecision(used) });
    await this.end(tx, claim, entry, 'in_review', check);
    await this.subjectsRepository.remember(tx, claim.submissionId, subjects);
  }

  /** Checks on, seldom, until the earner hands in a proof; rejected when that changes nothing any more. */
  private async askForProof(tx: Tx, claim: PendingClaim, entry: AvailableEntry, check: CheckRecord): Promise<void> {
    const { now } = entry;
    const until = entry.quest.payoutFreezesAt ?? claim.proofUntil ?? new Date(now.getTime() + PROOF_MS);
    const asked = { ...check, outcome: 'inconclusive', code: 'PROOF_NEEDED', detail: askForProof(entry.type) } as const;
    if (until <= now) {
      const next = entry.isEnded ? '' : ' Hand it in again with a proof.';
      const detail = `The check gave no result until ${until.toISOString()}, and no proof was handed in.${next}`;
      return this.end(tx, claim, entry, 'rejected', { ...asked, outcome: 'fail', detail });
    }
    await this.checksRepository.insert(tx, asked, claim.submissionId);
    const nextTryAt = new Date(Math.min(now.getTime() + WITH_PROOF_MS, until.getTime()));
    await this.creditRepository.askForProof(tx, claim.submissionId, { reason: asked.detail, nextTryAt, until });
    await this.pendingRepository.postpone(tx, claim, { dueAt: nextTryAt, isUnanswered: false });
  }

  private async end(
    tx: Tx,
    { submissionId }: PendingClaim,
    { quest }: AvailableEntry,
    status: 'in_review' | 'rejected',
    check: CheckRecord,
  ): Promise<void> {
    const reason = status === 'rejected' ? check.detail : null;
    await this.creditRepository.recheck(tx, { id: submissionId, quest }, { status, reason }, check);
    await this.pendingRepository.remove(tx, submissionId);
  }

  private async hold(tx: Tx, { submissionId, tries }: PendingClaim, { now }: AvailableEntry, missing: Missing) {
    const nextTryAt = nextTry(now, missing, tries);
    await this.creditRepository.postpone(tx, submissionId, { reason: missing.detail, nextTryAt });
    await this.pendingRepository.hold(tx, submissionId, nextTryAt);
  }

  private async postpone(tx: Tx, claim: PendingClaim, { now }: AvailableEntry, missing: Missing | null): Promise<void> {
    const nextTryAt = nextTry(now, missing, claim.tries);
    await this.creditRepository.postpone(tx, claim.submissionId, { reason: missing?.detail, nextTryAt });
    await this.pendingRepository.postpone(tx, claim, { dueAt: nextTryAt, isUnanswered: isUnanswered(missing) });
  }
}

const MEMBER: Decision = {
  kind: 'fail',
  code: 'MEMBER_CANNOT_EARN',
  detail: 'You are now a member of the project; members earn no points in it.',
};
const ARCHIVED: Decision = {
  kind: 'fail',
  code: 'CAMPAIGN_NOT_ACTIVE',
  detail: 'The campaign was archived before the check could be made.',
};
const FULL: Decision = {
  kind: 'fail',
  code: 'QUEST_FULL',
  detail: 'The quest reached its completion limit before the check could be made.',
};

/** After the end of a campaign nothing can be submitted again, so checks continue as long as they change payouts. */
const changesPayouts = ({ now, quest: { payoutFreezesAt } }: AvailableEntry): boolean =>
  payoutFreezesAt !== null && now < payoutFreezesAt;

/** A pending submission that failed by its limit can be submitted again while the campaign is active. */
function givenUp(entry: AvailableEntry, check: CheckRecord): CheckRecord {
  const next = entry.isEnded ? '.' : '; submit it again.';
  return { ...check, detail: `${check.detail} It was checked for ${limitHours(entry)} hours${next}` };
}

/** Of a check that ended with an error. */
const FAILED: Findings = { ...NO_FINDINGS, missing: unavailable(RULE_FAILED) };

const isMissing = (decision: Decision): decision is Missing =>
  decision.kind === 'inconclusive' || decision.kind === 'relink' || decision.kind === 'misconfigured';

const limitHours = ({ type }: AvailableEntry): number => type.pendingHours ?? DEFAULT_LIMIT_HOURS;

/** Such a check ends when the budget is raised or the campaign is archived. */
const isOverBudget = (missing: Missing): boolean => missing.kind === 'inconclusive' && missing.cause === 'budget';

const isOver = ({ since, unansweredSince }: PendingClaim, entry: AvailableEntry, missing: Missing): boolean => {
  const now = entry.now.getTime();
  if (now - since.getTime() >= limitHours(entry) * 3_600_000) return true;
  return (
    entry.quest.method === 'hybrid' &&
    isUnanswered(missing) &&
    unansweredSince !== null &&
    now - unansweredSince.getTime() >= UNANSWERED_MS
  );
};
