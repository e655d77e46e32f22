import { randomUUID } from 'node:crypto';
import { CODE, enterCode, newOperator, newStudio, SECRET_CODE, signIn, type Schemas } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { codeOf, refuses, refusesMember } from './answers.js';
import { asOwner } from './as-owner.js';
import type { Attack } from './attack.js';
import { campaignWithPool } from './paid-campaign.js';
import { firstOperator, type Target } from './target.js';

const AT_ONCE = 10;
const PLANS = '/v1/projects/{projectId}/campaigns/{campaignId}/payout-plans';

/** An ended campaign whose list is frozen, and approved in a day, with a submission. */
async function frozenCampaign(target: Target) {
  const studio = await campaignWithPool(target);
  const { client, inCampaign: params, campaign } = studio;
  const quest = await studio.quest('engagement_secret_code', SECRET_CODE);
  await unwrap(studio.activate());
  const earner = await signIn(target.gateways);
  const submission = await unwrap(enterCode(earner, quest.id, CODE));
  await unwrap(studio.end());
  const plans = async () => (await unwrap(client.GET(PLANS, { params }))).items;
  await waitFor(async () => (await plans()).some(({ reviewUntil }) => reviewUntil !== null), { what: 'the schedule' });
  await asOwner(target, campaign.id, [
    `UPDATE escrow.payout_schedule SET freezes_at = date_trunc('milliseconds', now()) - interval '1 second',
       approves_at = date_trunc('milliseconds', now()) + interval '1 day' WHERE campaign_id = $1`,
  ]);
  const isListed = ({ kind, status, asOf, reviewUntil }: Schemas['PayoutPlan']) =>
    kind === 'final' && status === 'ready' && asOf === reviewUntil;
  const { id: planId } = await waitFor(async () => (await plans()).find(isListed), { what: 'the final plan' });
  const path = `/v1/projects/${studio.project.id}/campaigns/${campaign.id}/payout-plans/${planId}`;
  return { studio, planId, path, submissionId: submission.submissionId };
}

export const strangersObjections: Attack = {
  name: 'An objection to a list of payouts is made without the permission, twice or of another campaign, or decided alone',
  needs: ['admin', 'database'],
  async run(target, tries) {
    const { gateways } = target;
    const operator = await firstOperator(target);
    const { studio, planId, path, submissionId } = await frozenCampaign(target);
    const { client, campaign } = studio;
    const [moderator, stranger] = [await signIn(gateways), await signIn(gateways)];
    await studio.addMember(moderator, 'project_moderator');
    const own = await newStudio(stranger, { draft: true });
    const scopes: Schemas['ApiKey']['scopes'] = ['project:read', 'submissions:read', 'exports:read'];
    const { key } = await unwrap(
      client.POST('/v1/projects/{projectId}/api-keys', { params: studio.inProject, body: { name: 'Key', scopes } }),
    );
    const body = { reason: 'Copies.', submissionIds: [] as string[] };
    const ofStranger = `/v1/projects/${own.project.id}/campaigns/${own.campaign.id}/payout-plans/${planId}`;
    for (const [who, caller, codes, at] of [
      ['nobody', gateways.anonymous, ['UNAUTHENTICATED'], path],
      ['a moderator', moderator.client, ['FORBIDDEN'], path],
      ['another team', own.client, ['NOT_FOUND'], path],
      ['another team through its project', own.client, ['NOT_FOUND'], ofStranger],
      ['an API key', gateways.as(key ?? ''), ['API_KEY_NOT_ACCEPTED'], path],
    ] as const) {
      await refuses(tries, `an objection by ${who}`, codes, () => caller.call('POST', `${at}/objection`, { body }));
    }
    const other = await frozenCampaign(target);
    for (const submissionIds of [[other.submissionId], [submissionId, randomUUID()]]) {
      await refusesMember(tries, 'submissions of another campaign', 'submissionIds', () =>
        client.call('POST', `${path}/objection`, { body: { ...body, submissionIds } }),
      );
    }

    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        client.call<{ id: string }>('POST', `${path}/objection`, { body: { ...body, reason: `Copy ${n}.` } }),
      ),
    );
    const made = answers.flatMap(({ data }) => (data === undefined ? [] : [data.id]));
    tries.note(`one of ${AT_ONCE} objections at once is admitted`, made.length === 1, answers.map(codeOf).join());
    await refuses(tries, 'a second objection to the version', ['ALREADY_OBJECTED'], () =>
      client.call('POST', `${path}/objection`, { body }),
    );

    const decision = `/v1/admin/payout-objections/${made[0]}/decision`;
    const proposed = await operator.call<{ proposalId: string }>('POST', decision, {
      body: { decision: 'uphold', reason: 'Alone.' },
    });
    const proposalId = proposed.data?.proposalId ?? randomUUID();
    const second = await newOperator({ gateways, superAdmin: () => Promise.resolve(operator) }, 'super_admin');
    for (const [who, caller, codes] of [
      ['the same operator', operator, ['SECOND_OPERATOR_REQUIRED']],
      ['an account that the operator created', second.client, ['OPERATOR_TOO_NEW']],
      ['the team', client, ['WRONG_TOKEN_FAMILY']],
    ] as const) {
      await refuses(tries, `a confirmation by ${who}`, codes, () =>
        caller.call('POST', `${decision}/confirm`, { body: { proposalId } }),
      );
    }
    const { data } = await client.call<{ status: string; objection: { state: string } | null }>('GET', path);
    tries.note('the objection is open', data?.objection?.state === 'open', data?.objection?.state);
    tries.note('the list stays as it was', data?.status === 'ready', data?.status);

    for (const { id } of [campaign, other.studio.campaign]) {
      await asOwner(target, id, [
        'DELETE FROM escrow.payout_objection WHERE campaign_id = $1',
        'DELETE FROM escrow.payout_schedule WHERE campaign_id = $1',
      ]);
    }
    await unwrap(operator.POST('/v1/admin/auth/sign-out'));
  },
};
