import { newOperator, type Operator, type Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e } from '../../support/one-platform.fixture.js';
import { funded, ticketed, type Escrows } from './escrows.fixture.js';
import { begun } from './once.js';
import { allocatedCampaign, freezingCampaign, frozenCampaign } from './payouts.fixture.js';
import { inside, type Turn, type Turns } from './turn.js';

const ESCROW = '/v1/admin/escrows/{campaignId}';
const DAY_MS = 86_400_000;
const REASON = 'The addresses of two earners are in question.';
/** The id that examples have for the second of two operators. */
const SECOND = 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c02';

const at = (studio: Studio) => ({ path: { campaignId: studio.inCampaign.path.campaignId } });

/** What operators see of escrows, and how they hold and pause them. */
export function consoleTurns({ disputed }: Escrows): Turns {
  const approved = begun(heldAndApproved);
  const intervened = begun(paused);
  const listed = begun(objected);
  const upheld = begun(objected);
  return {
    adminListEscrows: async () => asAdmin(await ticketed()),
    adminGetEscrow: async () => asAdmin(await ticketed()),
    adminDryRunEscrow: async () => asAdmin(await disputed()),
    adminListEscrowTransactions: async () => {
      const studio = await disputed();
      const sent = { ...at(studio).path, key: 'escrow_operator', outcome: 'succeeded' };
      return { ...(await asAdmin(studio)), sent };
    },
    adminGetGuardianMessage: async () => asAdmin(await disputed()),
    adminHoldEscrow: async () => asAdmin(await ticketed()),
    adminRequestHoldRelease: async () => requests(await held()),
    adminConfirmHoldRelease: async () => {
      const intervention = await held();
      const { first, studio } = intervention;
      await unwrap(first.client.POST(`${ESCROW}/hold/release`, { params: at(studio) }));
      return confirms(intervention);
    },
    adminPauseEscrow: async () => asAdmin(await funded()),
    adminRequestPauseRelease: async () => requests(await intervened()),
    adminConfirmPauseRelease: async () => {
      const intervention = await intervened();
      const { first, studio } = intervention;
      await unwrap(first.client.POST(`${ESCROW}/pause/release`, { params: at(studio) }));
      return confirms(intervention);
    },
    adminGetPayoutSchedule: async () => asAdmin(await freezingCampaign()),
    adminMovePayoutFreeze: async () => {
      const studio = await freezingCampaign();
      const operator = await newOperator(e2e, 'super_admin');
      const sent = { freezesAt: new Date(Date.now() + 1.5 * DAY_MS).toISOString() };
      return { ...requests({ studio, first: operator }), sent };
    },
    adminRequestApprovalWithdrawal: async () => {
      const { studio, planId, first } = await approved();
      return { ...requests({ studio, first }), sent: { planId } };
    },
    adminConfirmApprovalWithdrawal: async () => {
      const { studio, planId, first, second } = await approved();
      const path = `/v1/admin/escrows/${studio.campaign.id}/approval/withdrawal`;
      // Also the answer to a repeated request.
      const { data } = await first.client.call<{ id: string }>('POST', path, { body: { planId, reason: REASON } });
      return confirms({ studio, id: data?.id ?? '', first, second });
    },
    adminListPayoutObjections: async () => proposes(await listed()),
    adminProposeObjectionDecision: async () => proposes(await listed()),
    adminConfirmObjectionDecision: async () => {
      const objection = await upheld();
      const { ids, first, second } = objection;
      const { data } = await first.client.call<{ proposalId: string }>(
        'POST',
        `/v1/admin/payout-objections/${ids.objectionId}/decision`,
        { body: { decision: 'uphold', reason: 'Both submissions are copies, and were reversed.' } },
      );
      const turn = proposes(objection);
      const sent = { proposalId: data?.proposalId ?? '' };
      return { ids: { ...turn.ids, [SECOND]: second.admin.id }, as: second.client, sent };
    },
  };
}

/** A list of payouts that its team objects to, and two operators who may decide: their accounts are older. */
async function objected() {
  const [first, second] = await operators();
  const { studio, planId, submissionId } = await frozenCampaign();
  const { projectId, campaignId } = studio.inCampaign.path;
  const { data } = await studio.client.call<{ id: string }>(
    'POST',
    `/v1/projects/${projectId}/campaigns/${campaignId}/payout-plans/${planId}/objection`,
    { body: { reason: REASON, submissionIds: [submissionId] } },
  );
  const userId = studio.owner.user.id;
  const ids = { projectId, campaignId, planId, submissionId, userId, objectionId: data?.id ?? '' };
  return { ids, first, second };
}

const proposes = ({ ids, first }: Awaited<ReturnType<typeof objected>>): Turn => ({
  ids: { ...ids, adminId: first.admin.id },
  as: first.client,
});

/** An approved plan, which a hold keeps from being finalized, and two operators. */
async function heldAndApproved() {
  const [first, second] = await operators();
  const campaign = await allocatedCampaign((studio) =>
    unwrap(first.client.POST(`${ESCROW}/hold`, { params: at(studio), body: { reason: REASON } })),
  );
  return { ...campaign, first, second };
}

const asAdmin = async (studio: Studio): Promise<Turn> => ({ ...inside(studio), as: await e2e.superAdmin() });

/** A hold or a pause, and two operators who may release it: their accounts are older. */
interface Intervention {
  studio: Studio;
  id: string;
  first: Operator;
  second: Operator;
}

async function held(): Promise<Intervention> {
  const studio = await ticketed();
  const [first, second] = await operators();
  const body = { reason: REASON };
  const { id } = await unwrap(first.client.POST(`${ESCROW}/hold`, { params: at(studio), body }));
  return { studio, id, first, second };
}

/** Of an escrow that is paused on the chain. */
async function paused(): Promise<Intervention> {
  const studio = await funded();
  const [first, second] = await operators();
  const params = at(studio);
  const body = { reason: REASON, seconds: 3_600 };
  const { id } = await unwrap(first.client.POST(`${ESCROW}/pause`, { params, body }));
  await waitFor(async () => (await unwrap(first.client.GET(ESCROW, { params }))).pause?.appliedAt !== null, {
    ...{ what: 'the pause', timeoutMs: 60_000 },
  });
  return { studio, id, first, second };
}

const operators = async (): Promise<[Operator, Operator]> => [
  await newOperator(e2e, 'super_admin'),
  await newOperator(e2e, 'super_admin'),
];

const requests = ({ studio, first }: Pick<Intervention, 'studio' | 'first'>): Turn => ({
  ...inside(studio, { adminId: first.admin.id }),
  as: first.client,
});

const confirms = ({ studio, id, first, second }: Intervention): Turn => ({
  ...inside(studio, { adminId: first.admin.id, [SECOND]: second.admin.id }),
  ...{ as: second.client, sent: { id } },
});
