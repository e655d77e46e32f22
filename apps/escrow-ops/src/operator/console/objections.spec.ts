import { jest } from '@jest/globals';
import {
  approvePayoutPlan,
  confirmObjectionDecision,
  listPayoutDifferences,
  listPayoutObjections,
  objectToPayoutPlan,
  proposeObjectionDecision,
  type AdminPayoutObjection,
  type ObjectionDecision,
  type ObjectionState,
} from '@questp/messages/escrow';
import { newId, sql } from '@questp/postgres';
import { waitFor } from '@questp/testing';
import { PayoutStatusRepository } from '../../distribution/payout-status.repository.js';
import { CloseObjections } from '../../plans/close-objections.js';
import { MakePayoutPlans } from '../../plans/make-payout-plans.js';
import { ObjectionsRepository } from '../../plans/objections.repository.js';
import { PayoutPlansRepository } from '../../plans/payout-plans.repository.js';
import { addressOn, CHAIN, daysAgo, ENDED, MEMBER, Payouts, POOL, type Place } from '../../testing/payouts.fixture.js';
import { WatchCampaigns } from '../../plans/watch-campaigns.js';
import { ANN, BOB, by, CAT, enrol, newOperator, refusal } from '../../testing/console.fixture.js';

const REASON = 'Two submissions are copies of a third one.';
const DECISION = 'Both were reversed.';
const client = { ip: '203.0.113.7', userAgent: 'Console/1' };

describe('an objection to a list of payouts', () => {
  let payouts: Payouts;
  beforeAll(async () => {
    payouts = await Payouts.start();
    for (const adminId of [ANN, BOB, CAT]) await enrol(payouts.service, adminId);
  }, 60_000);
  afterAll(() => payouts.stop());
  beforeEach(() => payouts.role('project_admin'));

  let keys = 0;
  const earning = async (place: Place, points: number) => {
    const userId = await payouts.earner([{ chainId: CHAIN, address: addressOn((keys += 1)) }]);
    const submissionId = await payouts.submission(place, userId, daysAgo(20));
    const credit = await payouts.credit(place, userId, points, { submissionId });
    return { userId, submissionId, credit };
  };
  /** A campaign whose list is frozen, with two earners. */
  const frozen = async () => {
    const place = await payouts.campaign(POOL, daysAgo(ENDED));
    const [first, second] = [await earning(place, 10), await earning(place, 30)];
    await payouts.work();
    return { place, first, second };
  };
  const object = async (place: Place, { version = 1, reason = REASON, submissionIds = [] as string[] } = {}) => {
    const planId = await payouts.idOf(place, version);
    return payouts.service.call(objectToPayoutPlan, { ...place, planId, reason, submissionIds, userId: MEMBER });
  };
  const propose = ({ id }: { id: string }, decision: ObjectionDecision = 'uphold', adminId = ANN) =>
    payouts.service.call(
      proposeObjectionDecision,
      { objectionId: id, decision, reason: DECISION, adminId, client },
      by(adminId, 'adminProposeObjectionDecision'),
    );
  const confirm = ({ id, proposalId }: Pick<AdminPayoutObjection, 'id' | 'proposalId'>, adminId = BOB) =>
    payouts.service.call(
      confirmObjectionDecision,
      { objectionId: id, proposalId: proposalId ?? '', adminId, client },
      by(adminId, 'adminConfirmObjectionDecision'),
    );
  const list = (state?: ObjectionState, page: { limit?: number; cursor?: string } = {}) =>
    payouts.service.call(
      listPayoutObjections,
      { limit: 100, ...page, ...(state && { state }) },
      by(ANN, 'adminListPayoutObjections'),
    );
  const shown = async (place: Place, version = 1) =>
    (await payouts.plans(place)).find((plan) => plan.version === version)?.objection;
  const versions = async (place: Place) => (await payouts.plans(place)).map(({ version, status }) => [version, status]);
  const changes = async ({ campaignId }: Place) =>
    (await payouts.service.events('payout_objection.changed', campaignId)).map(({ state, decisionReason }) => [
      state,
      decisionReason,
    ]);
  const steps = async ({ campaignId }: Place) =>
    (await payouts.service.events('payouts.intervened', campaignId)).map(({ step, adminId }) => [step, adminId]);
  const alerts = ({ campaignId }: Place) =>
    payouts.service.db.rows<{ times: number; version: number }>(sql`
      SELECT times::integer AS times, (data ->> 'version')::integer AS version FROM notice
      WHERE type = 'payouts.objected' AND aggregate_id = ${campaignId}`);
  const at = (column: 'approves_at' | 'freezes_at', { campaignId }: Place, hours: number) =>
    payouts.service.asOwner().execute(sql`
      UPDATE payout_schedule SET ${column === 'approves_at' ? sql`approves_at` : sql`freezes_at`} =
        date_trunc('milliseconds', now()) + make_interval(hours => ${hours})
      WHERE campaign_id = ${campaignId}`);
  /** Credits an undecided submission now, as a reviewer. */
  const decide = async (place: Place, submissionId: string, userId: string, reviewedBy: string) => {
    await payouts.quests.execute(sql`
      UPDATE submission SET reviewed_by = ${reviewedBy}, credit_no = 1 WHERE id = ${submissionId}`);
    await payouts.credit(place, userId, 60, { submissionId, at: new Date() });
  };

  it('an objection is made once per version of a list, shown with the plan, and alerts operators', async () => {
    const { place, first } = await frozen();
    expect(await shown(place)).toBeNull();
    const made = await object(place, { submissionIds: [first.submissionId] });
    expect(made).toMatchObject({
      ...{ reason: REASON, submissionIds: [first.submissionId], objectedBy: MEMBER, state: 'open' },
      ...{ decisionReason: null, decidedAt: null },
    });
    expect(await shown(place)).toEqual(made);
    expect(await object(place, { submissionIds: [first.submissionId] })).toEqual(made);
    expect(await refusal(object(place))).toBe('ALREADY_OBJECTED');
    expect(await alerts(place)).toEqual([{ times: 1, version: 1 }]);
    expect(await changes(place)).toEqual([['open', null]]);
    expect(await versions(place)).toEqual([[1, 'ready']]);
  });

  it('an objection to a list of payouts is made by an admin of the project, and names submissions of the campaign', async () => {
    const [{ place, first }, other] = [await frozen(), await frozen()];
    for (const submissionIds of [[other.first.submissionId], [first.submissionId, newId()]]) {
      expect(await refusal(object(place, { submissionIds }))).toBe('VALIDATION_FAILED');
    }
    const planId = await payouts.idOf(place, 1);
    const elsewhere = { ...other.place, planId, reason: REASON, submissionIds: [], userId: MEMBER };
    expect(await refusal(payouts.service.call(objectToPayoutPlan, elsewhere))).toBe('NOT_FOUND');
    payouts.role('project_moderator');
    expect(await refusal(object(place))).toBe('FORBIDDEN');
    payouts.role(null);
    expect(await refusal(object(place))).toBe('NOT_FOUND');
    expect(await shown(place)).toBeNull();
  });

  it('an objection to a list of payouts is made from the freeze until the time of the approval', async () => {
    const running = await payouts.campaign();
    await earning(running, 10);
    await payouts.plan(running);
    expect(await refusal(object(running))).toBe('PLAN_NOT_CURRENT');
    const { place } = await frozen();
    await at('approves_at', place, 0);
    expect(await refusal(object(place))).toBe('OBJECTION_TOO_LATE');
    await payouts.work();
    expect(await refusal(object(place))).toBe('PLAN_NOT_CURRENT');
    expect(await alerts(place)).toEqual([]);
  });

  it('two operators uphold an objection: decisions until then count, and the time of the approval stays', async () => {
    const { place, first, second } = await frozen();
    const third = await payouts.earner([{ chainId: CHAIN, address: addressOn((keys += 1)) }]);
    const late = await payouts.earner([{ chainId: CHAIN, address: addressOn((keys += 1)) }]);
    const open = await payouts.submission(place, third, daysAgo(13));
    const openToo = await payouts.submission(place, late, daysAgo(13));
    const made = await object(place, { submissionIds: [first.submissionId, open] });
    // An operator corrects, and so does the team, whose decisions came too late.
    await payouts.reverse(place, first.userId, 10, first.credit, { at: new Date() });
    await decide(place, open, third, ANN);
    await decide(place, openToo, late, MEMBER);
    const [before] = await payouts.plans(place);
    const proposed = await propose(made);
    expect(proposed).toMatchObject({ proposedDecision: 'uphold', proposedBy: ANN, confirmedBy: null, state: 'open' });
    expect(await refusal(confirm(proposed, ANN))).toBe('SECOND_OPERATOR_REQUIRED');
    expect(await propose(made, 'uphold', BOB)).toEqual(proposed);
    expect(await shown(place)).toEqual(made);
    const upheld = await confirm(proposed);
    expect(upheld).toMatchObject({ state: 'upheld', confirmedBy: BOB, decisionReason: DECISION });
    expect(await confirm(proposed)).toEqual(upheld);
    expect(await refusal(confirm(proposed, CAT))).toBe('INVALID_TRANSITION');
    expect(await refusal(propose(made, 'dismiss', CAT))).toBe('INVALID_TRANSITION');
    const early = { ...place, planId: before?.id ?? '', userId: MEMBER };
    expect(await refusal(payouts.service.call(approvePayoutPlan, early))).toBe('PLAN_NOT_CURRENT');
    await payouts.work();
    expect(await versions(place)).toEqual([
      [2, 'ready'],
      [1, 'superseded'],
    ]);
    expect(await payouts.outcome(place, 2)).toEqual({ [second.userId]: '333', [third]: '667' });
    const [after] = await payouts.plans(place);
    expect(after).toMatchObject({ autoApproveAt: before?.autoApproveAt, asOf: before?.asOf, objection: null });
    const { items } = await payouts.service.call(listPayoutDifferences, {
      ...{ ...place, planId: after?.id ?? '', since: before?.id ?? '', limit: 10 },
    });
    expect(items.map(({ userId }) => userId).sort()).toEqual([first.userId, second.userId, third].sort());
    expect(await shown(place)).toMatchObject({ state: 'upheld', decisionReason: DECISION });
    expect(await steps(place)).toEqual([
      ['objection_uphold_proposed', ANN],
      ['objection_upheld', BOB],
    ]);
    expect(await changes(place)).toEqual([
      ['open', null],
      ['upheld', DECISION],
    ]);
    // A reversal after the confirmation does not count, and the list is not made again.
    await payouts.reverse(place, second.userId, 30, second.credit, { at: new Date() });
    await payouts.work();
    expect((await versions(place))[0]).toEqual([2, 'ready']);
    await at('approves_at', place, 0);
    await payouts.work();
    expect((await versions(place))[0]).toEqual([2, 'approved']);
    expect(await payouts.outcome(place, 2)).toEqual({ [second.userId]: '333', [third]: '667' });
  });

  it('two operators dismiss an objection: the list stays, and the team can object to the next version', async () => {
    const { place, first } = await frozen();
    const made = await object(place);
    await payouts.reverse(place, first.userId, 10, first.credit, { at: new Date() });
    const dismissed = await confirm(await propose(made, 'dismiss'));
    expect(dismissed).toMatchObject({ state: 'dismissed', decisionReason: DECISION });
    await payouts.work();
    expect(await versions(place)).toEqual([[1, 'ready']]);
    expect(await changes(place)).toEqual([
      ['open', null],
      ['dismissed', DECISION],
    ]);
    expect(await steps(place)).toEqual([
      ['objection_dismiss_proposed', ANN],
      ['objection_dismissed', BOB],
    ]);
    await payouts.quests.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${first.userId}`);
    await at('freezes_at', place, -24);
    await payouts.work();
    expect(await object(place, { version: 2 })).toMatchObject({ state: 'open' });
  });

  it('an objection to a list of payouts is listed for operators by state, latest first', async () => {
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push((await object((await frozen()).place)).id);
    const { items, nextCursor } = await list('open', { limit: 2 });
    expect(items.map(({ id }) => id)).toEqual([made[2], made[1]]);
    expect((await list('open', { limit: 1, cursor: nextCursor ?? '' })).items.map(({ id }) => id)).toEqual([made[0]]);
    await confirm(await propose({ id: made[2] ?? '' }, 'dismiss'));
    expect((await list('open')).items.map(({ id }) => id)).not.toContain(made[2]);
    expect((await list('dismissed')).items[0]).toMatchObject({ id: made[2], proposedBy: ANN, confirmedBy: BOB });
    expect((await list()).items.map(({ id }) => id)).toEqual(expect.arrayContaining(made));
  });

  it('an objection to a list of payouts is dismissed in the transaction that approves a list, by the platform or early by the team', async () => {
    const { place } = await frozen();
    await propose(await object(place));
    await at('approves_at', place, 0);
    await payouts.work();
    expect(await versions(place)).toEqual([[1, 'approved']]);
    expect(await shown(place)).toMatchObject({ state: 'dismissed', decisionReason: null });
    expect(await changes(place)).toEqual([
      ['open', null],
      ['dismissed', null],
    ]);
    const { place: other } = await frozen();
    await payouts.quests.execute(sql`
      UPDATE submission SET status = 'rejected' WHERE campaign_id = ${other.campaignId}`);
    await object(other);
    await payouts.approve(other, 1);
    expect(await shown(other)).toMatchObject({ state: 'dismissed' });
  });

  it('an objection to a list of payouts is dismissed when its list becomes void', async () => {
    const { place } = await frozen();
    await object(place);
    await payouts.service.asOwner().execute(sql`
      UPDATE payout_plan SET pool = pool || '{"attempt": 1}' WHERE campaign_id = ${place.campaignId}`);
    const [statuses, close] = [payouts.service.get(PayoutStatusRepository), payouts.service.get(CloseObjections)];
    const voided = await payouts.service.db.transaction(async (tx) => {
      const isVoid = await statuses.void(tx, place.campaignId, 1);
      if (isVoid) await close.execute(tx, place.campaignId);
      return isVoid;
    });
    expect(voided).toBe(true);
    expect(await shown(place)).toMatchObject({ state: 'dismissed' });
  });

  it('the decision on an objection can be confirmed for an hour by the id of its proposal; another proposal replaces it', async () => {
    const { place } = await frozen();
    const made = await object(place);
    expect(await refusal(confirm({ id: made.id, proposalId: newId() }))).toBe('RELEASE_NOT_REQUESTED');
    const upholds = await propose(made);
    const dismisses = await propose(made, 'dismiss', CAT);
    expect(dismisses).toMatchObject({ proposedDecision: 'dismiss', proposedBy: CAT });
    expect(await refusal(confirm(upholds))).toBe('RELEASE_NOT_REQUESTED');
    await payouts.service.asOwner().execute(sql`
      UPDATE payout_objection SET proposed_at = proposed_at - interval '61 minutes' WHERE id = ${made.id}`);
    expect(await refusal(confirm(dismisses))).toBe('RELEASE_NOT_REQUESTED');
    expect(await confirm(await propose(made, 'dismiss', BOB), ANN)).toMatchObject({ state: 'dismissed' });
    expect(await refusal(propose({ id: newId() }))).toBe('NOT_FOUND');
    expect(await refusal(confirm({ id: newId(), proposalId: newId() }))).toBe('NOT_FOUND');
  });

  it('an objection is not decided by two accounts of which one made or changed the other', async () => {
    const { place } = await frozen();
    const made = await object(place);
    const mole = newOperator();
    await enrol(payouts.service, mole);
    expect(await refusal(propose(made, 'uphold', mole))).toBe('OPERATOR_TOO_NEW');
    const proposed = await propose(made);
    expect(await refusal(propose(made, 'dismiss', mole))).toBe('OPERATOR_TOO_NEW');
    expect(await refusal(confirm(proposed, mole))).toBe('OPERATOR_TOO_NEW');
    await enrol(payouts.service, ANN, 23);
    expect(await refusal(confirm(proposed))).toBe('OPERATOR_TOO_NEW');
    await enrol(payouts.service, ANN);
    expect(await confirm(proposed)).toMatchObject({ state: 'upheld' });
  });

  it('an objection to a list of payouts is made once by members who object at the same time', async () => {
    const { place } = await frozen();
    const answers = await Promise.all(
      ['One.', 'Two.', 'Three.', 'Four.'].map((reason) => refusal(object(place, { reason }))),
    );
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'ALREADY_OBJECTED')).toHaveLength(3);
    expect(await alerts(place)).toEqual([{ times: 1, version: 1 }]);
  });

  it('an objection has one proposal and one decision when operators decide at the same time', async () => {
    const { place } = await frozen();
    const made = await object(place);
    const proposals = await Promise.all([ANN, BOB, CAT].map((adminId) => propose(made, 'uphold', adminId)));
    const [proposed] = proposals as [AdminPayoutObjection, ...AdminPayoutObjection[]];
    expect(new Set(proposals.map(({ proposalId }) => proposalId)).size).toBe(1);
    const others = [ANN, BOB, CAT].filter((adminId) => adminId !== proposed.proposedBy);
    const answers = await Promise.all(
      [...others, ...others, proposed.proposedBy ?? ''].map((adminId) => refusal(confirm(proposed, adminId))),
    );
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(2);
    expect((await steps(place)).map(([step]) => step)).toEqual(['objection_uphold_proposed', 'objection_upheld']);
  });

  it('an objection to a list of payouts is either upheld before the approval, whose list then has the corrections, or dismissed by it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { place, first, second } = await frozen();
      const proposed = await propose(await object(place));
      await payouts.reverse(place, first.userId, 10, first.credit, { at: new Date() });
      await at('approves_at', place, 0);
      await payouts.service.get(WatchCampaigns).execute();
      const [answer] = await Promise.all([refusal(confirm(proposed)), payouts.service.get(MakePayoutPlans).execute()]);
      await payouts.work();
      const [plan] = await payouts.plans(place);
      expect(plan?.status).toBe('approved');
      const paid = await payouts.outcome(place, plan?.version ?? 0);
      if (answer === undefined) expect(paid).toEqual({ [second.userId]: '1000' });
      else {
        expect(answer).toBe('INVALID_TRANSITION');
        expect(paid).toEqual({ [first.userId]: '250', [second.userId]: '750' });
      }
      expect(await shown(place)).toMatchObject({ state: answer === undefined ? 'upheld' : 'dismissed' });
    }
  });

  it('an objection to a list of payouts is seen by an approval that read the list before it was stored', async () => {
    const { place } = await frozen();
    const plans = payouts.service.get(PayoutPlansRepository);
    await payouts.service.db.transaction((tx) =>
      plans.request(tx, { ...place, kind: 'final', requestedBy: null, listOf: null }),
    );
    const objections = payouts.service.get(ObjectionsRepository);
    const add = objections.add.bind(objections);
    let making: Promise<unknown> = Promise.resolve();
    // The objection is admitted before the approval begins, and stored after the approval has read the open objections.
    jest.spyOn(objections, 'add').mockImplementationOnce(async (tx, objection) => {
      await payouts.approvalComes(place);
      making = payouts.service.get(MakePayoutPlans).execute();
      await waitFor(
        async () => {
          const waiting = await payouts.service.asOwner().rows(sql`
            SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
          return waiting.length > 0;
        },
        { what: 'the approval to wait' },
      );
      return add(tx, objection);
    });
    await object(place);
    await making;
    expect(await versions(place)).toEqual([[1, 'approved']]);
    expect(await shown(place)).toMatchObject({ state: 'dismissed', decisionReason: null });
  });
});
