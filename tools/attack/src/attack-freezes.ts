import { CODE, enterCode, newOperator, SECRET_CODE, signIn, type Caller } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { codeOf, refuses } from './answers.js';
import { asOwner } from './as-owner.js';
import type { Attack, Tries } from './attack.js';
import { archive, campaignWithPool, paidCampaign, payoutsOf } from './paid-campaign.js';
import { firstOperator } from './target.js';

const AT_ONCE = 10;
const DAY_MS = 86_400_000;
const reason = 'Reviews are late.';

export const movedFreezes: Attack = {
  name: 'A list is approved before it is frozen, or one operator moves a freeze twice or too far',
  needs: ['admin', 'database'],
  async run(target, tries) {
    const studio = await campaignWithPool(target);
    const quest = await studio.quest('engagement_secret_code', SECRET_CODE);
    await unwrap(studio.activate());
    await unwrap(enterCode(await signIn(target.gateways), quest.id, CODE));
    await unwrap(studio.end());
    const { client, project, campaign } = studio;
    const operator = await firstOperator(target);
    const schedule = `/v1/admin/campaigns/${campaign.id}/payout-schedule`;
    await waitFor(async () => codeOf(await operator.call('GET', schedule)) === '200', { what: 'the schedule' });
    // Enough time for the tries.
    await asOwner(target, campaign.id, [
      `UPDATE escrow.payout_schedule SET freezes_at = date_trunc('milliseconds', now()) + interval '1 day',
         approves_at = date_trunc('milliseconds', now()) + interval '3 days' WHERE campaign_id = $1`,
    ]);

    const plans = `/v1/projects/${project.id}/campaigns/${campaign.id}/payout-plans`;
    const { data } = await client.call<{ id: string }>('POST', plans);
    await refuses(tries, 'an approval before the freeze', ['PLAN_NOT_CURRENT'], () =>
      client.call('POST', `${plans}/${data?.id}/approve`),
    );

    const move = (days: number) => {
      const freezesAt = new Date(Date.now() + days * DAY_MS).toISOString();
      return operator.call('POST', `/v1/admin/campaigns/${campaign.id}/payout-freeze`, { body: { freezesAt, reason } });
    };
    for (const days of [-1, 0.9, 3, 400]) {
      await refuses(tries, `a freeze in ${days} days`, ['VALIDATION_FAILED'], () => move(days));
    }
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => move(1.5 + n / 100)));
    const moved = answers.filter(({ data: is }) => is !== undefined).length;
    tries.note(`one of ${AT_ONCE} moves at once is admitted`, moved === 1, `${moved}`);
    await refuses(tries, 'a second move', ['FREEZE_ALREADY_MOVED'], () => move(2));

    await asOwner(target, campaign.id, ['DELETE FROM escrow.payout_schedule WHERE campaign_id = $1']);
    await unwrap(operator.POST('/v1/admin/auth/sign-out'));
  },
};

export const lonelyWithdrawals: Attack = {
  name: 'One operator withdraws the approval of a list of payouts alone',
  needs: ['admin', 'database'],
  async run(target, tries) {
    const paid = await paidCampaign(target, [await signIn(target.gateways)]);
    const { studio, planId } = paid;
    const { id: campaignId } = studio.campaign;
    const operator = await firstOperator(target);
    const withdrawal = `/v1/admin/escrows/${campaignId}/approval/withdrawal`;
    const request = () => operator.call<{ id: string }>('POST', withdrawal, { body: { planId, reason } });
    await refuses(tries, 'a list that the team pays', ['PLAN_NOT_CURRENT'], request);

    // As if an escrow paid it.
    await asOwner(target, campaignId, [
      `UPDATE escrow.payout_schedule SET attempt = 1, commit_deadline = now() + interval '9 days'
       WHERE campaign_id = $1`,
      `UPDATE escrow.payout_plan SET pool = pool || '{"attempt": 1}'
       WHERE campaign_id = $1 AND status = 'approved'`,
    ]);
    const { id } = (await request()).data ?? {};
    const second = await newOperator(
      { gateways: target.gateways, superAdmin: () => Promise.resolve(operator) },
      'super_admin',
    );
    const confirm = (caller: Caller) => () => caller.call('POST', `${withdrawal}/confirm`, { body: { id } });
    await refuses(tries, 'a confirmation by the same operator', ['SECOND_OPERATOR_REQUIRED'], confirm(operator));
    const withOwnAccount = 'a confirmation with an account that the operator created';
    await refuses(tries, withOwnAccount, ['OPERATOR_TOO_NEW'], confirm(second.client));
    await refuses(tries, 'a confirmation by the team', ['WRONG_TOKEN_FAMILY'], confirm(studio.client));
    await noteStillApproved(tries, studio.client, `/v1/projects/${studio.project.id}/campaigns/${campaignId}`, planId);
    const statuses = (await payoutsOf(paid)).map(({ status }) => status).join();
    tries.note('payouts stay as they were', statuses === 'pending', statuses);

    await asOwner(target, campaignId, [
      `UPDATE escrow.payout_schedule SET attempt = 0, commit_deadline = NULL WHERE campaign_id = $1`,
      `UPDATE escrow.payout_plan SET pool = pool || '{"attempt": null}' WHERE campaign_id = $1`,
    ]);
    await archive(studio);
    await unwrap(operator.POST('/v1/admin/auth/sign-out'));
  },
};

async function noteStillApproved(tries: Tries, client: Caller, campaign: string, planId: string): Promise<void> {
  const { data } = await client.call<{ status: string }>('GET', `${campaign}/payout-plans/${planId}`);
  tries.note('the plan stays approved', data?.status === 'approved', data?.status);
}
