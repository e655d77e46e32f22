import { jest } from '@jest/globals';
import {
  confirmApprovalWithdrawal,
  getAdminEscrow,
  requestApprovalWithdrawal,
  type ApprovalWithdrawal,
} from '@questp/messages/escrow';
import { newId, sql } from '@questp/postgres';
import { DriveLanes } from '../reconciler/drive-lanes.js';
import { ANN, BOB, by, CAT, enrol, newOperator, refusal } from '../../testing/console.fixture.js';
import { OperatorStage, type StoryCampaign } from '../../testing/operator.fixture.js';

const REASON = 'The submissions of two earners are copies.';
const client = { ip: '203.0.113.7', userAgent: 'Console/1' };
const HOURS_36 = 36 * 3_600_000;

describe('the withdrawal of an approval', () => {
  let stage: OperatorStage;
  beforeAll(async () => {
    stage = await OperatorStage.open();
    for (const adminId of [ANN, BOB, CAT]) await enrol(stage.service, adminId);
  }, 60_000);
  afterAll(() => stage.close());
  beforeEach(() => stage.renew());

  const earner = (name: string) => stage.world.backend.recipient(`${name} ${newId()}`);
  /** An ended campaign with an approved plan of so many entries. */
  const approved = async (entries = 1) => {
    const campaign = await stage.campaign();
    const points = Array.from({ length: entries }, (_, n) => [earner(`${n}`), n + 1] as const);
    await stage.earners(campaign, Object.fromEntries(points));
    await stage.end(campaign);
    await stage.approve(campaign);
    const [plan] = await stage.plans(campaign);
    return { campaign, planId: plan?.id ?? '' };
  };
  const request = ({ campaignId }: StoryCampaign, planId: string, adminId = ANN) =>
    stage.service.call(
      requestApprovalWithdrawal,
      { campaignId, planId, reason: REASON, adminId, client },
      by(adminId, 'adminRequestApprovalWithdrawal'),
    );
  const confirm = ({ campaignId }: StoryCampaign, { id }: Pick<ApprovalWithdrawal, 'id'>, adminId = BOB) =>
    stage.service.call(
      confirmApprovalWithdrawal,
      { campaignId, id, adminId, client },
      by(adminId, 'adminConfirmApprovalWithdrawal'),
    );
  const shown = async ({ campaignId }: StoryCampaign) =>
    (await stage.service.call(getAdminEscrow, { campaignId }, by(ANN, 'adminGetEscrow'))).withdrawal;
  const steps = async ({ campaignId }: StoryCampaign) =>
    (await stage.service.events('payouts.intervened', campaignId)).map(({ step, adminId }) => [step, adminId]);
  const statuses = async (campaign: StoryCampaign) => (await stage.plans(campaign)).map(({ status }) => status);
  const age = ({ campaignId }: StoryCampaign, minutes: number) =>
    stage.service.asOwner().execute(sql`
      UPDATE approval_withdrawal SET requested_at = requested_at - make_interval(mins => ${minutes})
      WHERE campaign_id = ${campaignId}`);

  it('the withdrawal of an approval is requested by one operator and confirmed by another, and the next version follows within 36 hours', async () => {
    const { campaign, planId } = await approved();
    expect(await shown(campaign)).toBeNull();
    const requested = await request(campaign, planId);
    expect(requested).toMatchObject({ planId, reason: REASON, requestedBy: ANN, confirmedBy: null });
    expect(await shown(campaign)).toEqual(requested);
    expect(await refusal(confirm(campaign, requested, ANN))).toBe('SECOND_OPERATOR_REQUIRED');
    // A second request does not become the first one's confirmation.
    expect(await request(campaign, planId, BOB)).toEqual(requested);
    expect(await statuses(campaign)).toEqual(['approved']);
    const confirmed = await confirm(campaign, requested);
    expect(confirmed).toMatchObject({ confirmedBy: BOB });
    expect(await shown(campaign)).toEqual(confirmed);
    expect(await confirm(campaign, requested)).toEqual(confirmed);
    expect(await refusal(confirm(campaign, requested, CAT))).toBe('INVALID_TRANSITION');
    expect(await refusal(request(campaign, planId, CAT))).toBe('PLAN_NOT_CURRENT');
    expect(await steps(campaign)).toEqual([
      ['withdrawal_requested', ANN],
      ['approval_withdrawn', BOB],
    ]);
    await stage.follow();
    expect(await statuses(campaign)).toEqual(['ready', 'rejected']);
    const [next] = await stage.plans(campaign);
    const approvesAt = new Date(next?.autoApproveAt ?? 0).getTime();
    expect(approvesAt).toBeGreaterThan(Date.now());
    expect(approvesAt).toBeLessThan(Date.now() + HOURS_36);
    expect(await stage.service.events('payout_plan.changed', campaign.campaignId)).toContainEqual(
      expect.objectContaining({ planId, status: 'rejected', isWithdrawn: true }),
    );
  }, 60_000);

  it('discards what was committed, and pays by the next version', async () => {
    const { campaign, planId } = await approved(60);
    await stage.operate(1);
    expect(stage.sent).toEqual(['commit_allocations']);
    await confirm(campaign, await request(campaign, planId));
    const [copied] = await stage.payouts(campaign);
    await stage.service
      .asOwner()
      .execute(sql`UPDATE quests.earner SET status = 'suspended' WHERE user_id = ${copied?.userId ?? ''}`);
    await stage.operate(2);
    expect(await stage.decision(campaign)).toBe('plan_not_approved');
    await stage.service.asOwner().execute(sql`
      UPDATE payout_schedule SET approves_at = date_trunc('milliseconds', now()) WHERE campaign_id = ${campaign.campaignId}`);
    await stage.operate(10);
    expect(await statuses(campaign)).toEqual(['approved', 'rejected']);
    expect(await stage.decision(campaign)).toBe('challenge');
    expect(stage.sent).toEqual([
      ...['commit_allocations', 'reset_allocations', 'commit_allocations', 'commit_allocations'],
      'finalize_allocations',
    ]);
  }, 120_000);

  /** A requested withdrawal of a plan that the operator finalizes next. */
  const committed = async () => {
    const { campaign, planId } = await approved();
    const requested = await request(campaign, planId);
    await stage.operate(2);
    await stage.look();
    expect(await stage.decision(campaign)).toBe('allocation_committed');
    return { campaign, planId, requested };
  };

  it('the withdrawal of an approval is refused once a message that finalizes the plan is signed, before a block has it', async () => {
    const { campaign, planId, requested } = await committed();
    stage.lane.drops = true;
    await stage.service.get(DriveLanes).execute();
    expect(stage.sent).toEqual(['commit_allocations']);
    expect(await refusal(confirm(campaign, requested))).toBe('FINALIZE_SENT');
    expect(await refusal(request(campaign, planId, CAT))).toBe('FINALIZE_SENT');
    stage.lane.drops = false;
    await stage.operate(2);
    expect(stage.sent).toEqual(['commit_allocations', 'finalize_allocations']);
    expect(await refusal(confirm(campaign, requested))).toBe('FINALIZE_SENT');
    expect(await statuses(campaign)).toEqual(['approved']);
    expect(await shown(campaign)).toMatchObject({ confirmedBy: null });
  }, 60_000);

  it('stops a message that finalizes the plan and was decided on before', async () => {
    const { campaign, requested } = await committed();
    // The message is simulated between the decision and its storage.
    const simulate = stage.lane.simulate.bind(stage.lane);
    const simulated = jest.spyOn(stage.lane, 'simulate').mockImplementationOnce(async (bytes) => {
      await confirm(campaign, requested);
      return simulate(bytes);
    });
    await stage.service.get(DriveLanes).execute();
    expect(simulated).toHaveBeenCalled();
    simulated.mockRestore();
    expect(await statuses(campaign)).toEqual(['rejected']);
    await stage.operate(2);
    expect(stage.sent).toEqual(['commit_allocations']);
  }, 60_000);

  it('and a message that finalizes the plan do not both happen', async () => {
    for (let round = 0; round < 3; round += 1) {
      await stage.renew();
      const { campaign, requested } = await committed();
      const [answer] = await Promise.all([
        refusal(confirm(campaign, requested)),
        stage.service.get(DriveLanes).execute(),
      ]);
      const isFinalized = stage.sent.includes('finalize_allocations');
      expect([answer, ...(await statuses(campaign))]).toEqual(
        isFinalized ? ['FINALIZE_SENT', 'approved'] : [undefined, 'rejected'],
      );
    }
  }, 120_000);

  it('an approval is withdrawn once when operators confirm at the same time', async () => {
    const { campaign, planId } = await approved();
    const requested = await request(campaign, planId);
    const answers = await Promise.all(
      [BOB, CAT, BOB, CAT].map((adminId) => refusal(confirm(campaign, requested, adminId))),
    );
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(2);
    expect(answers.filter((answer) => answer === 'INVALID_TRANSITION')).toHaveLength(2);
    expect((await steps(campaign)).filter(([step]) => step === 'approval_withdrawn')).toHaveLength(1);
  }, 60_000);

  it('the withdrawal of an approval can be confirmed for an hour, then has to be requested again', async () => {
    const { campaign, planId } = await approved();
    const requested = await request(campaign, planId);
    await age(campaign, 61);
    expect(await shown(campaign)).toBeNull();
    expect(await refusal(confirm(campaign, requested))).toBe('RELEASE_NOT_REQUESTED');
    const again = await request(campaign, planId, BOB);
    expect(again).toMatchObject({ requestedBy: BOB });
    expect(await refusal(confirm(campaign, requested, ANN))).toBe('NOT_FOUND');
    expect(await confirm(campaign, again, ANN)).toMatchObject({ confirmedBy: ANN });
  }, 60_000);

  it('the withdrawal of an approval is not confirmed by two accounts of which one made or changed the other', async () => {
    const { campaign, planId } = await approved();
    const mole = newOperator();
    await enrol(stage.service, mole);
    expect(await refusal(request(campaign, planId, mole))).toBe('OPERATOR_TOO_NEW');
    const requested = await request(campaign, planId);
    expect(await refusal(confirm(campaign, requested, mole))).toBe('OPERATOR_TOO_NEW');
    await enrol(stage.service, ANN, 23);
    expect(await refusal(confirm(campaign, requested))).toBe('OPERATOR_TOO_NEW');
    await enrol(stage.service, ANN);
    expect(await confirm(campaign, requested)).toMatchObject({ confirmedBy: BOB });
  }, 60_000);
});
