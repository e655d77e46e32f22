import { messageErrors } from '@questp/messages/language';
import { NotificationParams } from '@questp/messages/notifier';
import { EXCLUDED_REASONS } from '@questp/messages/shared';
import {
  A_POOL,
  A_REISSUED_TICKET,
  A_SCHEDULE,
  A_VOID_TICKET,
  anEscrowEvent,
  announcedPayouts,
  anObjectionEvent,
  aPlanEvent,
} from '../testing/pool-events.fixture.js';
import {
  disputedText,
  endText,
  finalizedText,
  fundsText,
  payoutText,
  objectionText,
  planReadyText,
  planWithdrawnText,
  rejectedText,
  scheduleText,
  ticketReissuedText,
  ticketVoidedText,
  unfundedText,
} from './pool-texts.js';

const userId = `svcuser_${'0'.repeat(32)}`;
const escrow = anEscrowEvent();
const POOL = 'he reward pool of “Spring”';

describe('texts about reward pools', () => {
  it.each([
    [
      planReadyText(aPlanEvent(), A_POOL),
      'The list of payouts of “Spring” is frozen. If it is wrong, an admin of the project can object to it through the API before May 8, 2026 at 12:00 UTC; then the platform approves it. Accounts that are suspended before get nothing.',
    ],
    [
      scheduleText({ ...A_SCHEDULE, isFreezeMoved: true }, A_POOL),
      'An operator of the platform moved the freeze of the list of payouts of “Spring” to May 1, 2026 at 12:00 UTC: decisions until then count. A list that was frozen before is no longer valid. The platform approves the new one on May 8, 2026 at 12:00 UTC.',
    ],
    [
      planWithdrawnText(aPlanEvent(), A_POOL),
      'The approval of the list of payouts of “Spring” was withdrawn before it was finalized on the chain. The platform makes the next list and approves it within 36 hours.',
    ],
    [
      objectionText(anObjectionEvent({ state: 'upheld', decisionReason: 'Both were reversed.' }), A_POOL),
      'The objection to the list of payouts of “Spring” was upheld: Both were reversed. The list is made again with the decisions of the platform until now.',
    ],
    [
      objectionText(anObjectionEvent({ state: 'dismissed', decisionReason: 'Both are original.' }), A_POOL),
      'The objection to the list of payouts of “Spring” was dismissed: Both are original.',
    ],
    [
      objectionText(anObjectionEvent({ state: 'dismissed' }), A_POOL),
      'The objection to the list of payouts of “Spring” is dismissed, because it was not decided before the list was approved or its reward pool ended.',
    ],
    [
      ticketVoidedText(A_VOID_TICKET, A_POOL),
      `The ticket to fund t${POOL} can no longer be used: The factory has another ticket signer. A new one is issued when the chain is ready; you are notified of it. You can also request one.`,
    ],
    [
      ticketReissuedText(A_REISSUED_TICKET, A_POOL),
      `The ticket to fund t${POOL} was issued again in place of a void one. It can be used until May 8, 2026 at 12:00 UTC.`,
    ],
    [
      fundsText('funded', escrow, A_POOL),
      `T${POOL} was funded with 250.5 NTRN. Its settings and dates can no longer be changed.`,
    ],
    [fundsText('topped_up', escrow, A_POOL), `T${POOL} was topped up. It now has 250.5 NTRN.`],
    [fundsText('refunded', escrow, A_POOL), `T${POOL} has returned 1.000001 NTRN to its owner in total.`],
    [
      finalizedText(escrow, A_POOL),
      'The allocation of “Spring” was finalized on the chain. The owner of the pool can dispute it until May 8, 2026 at 12:00 UTC; then payouts start.',
    ],
    [
      disputedText(escrow, A_POOL),
      'The owner of the pool disputes the allocation of “Spring”. Payouts wait for a decision, at most until May 8, 2026 at 12:00 UTC.',
    ],
    [
      rejectedText(escrow, A_POOL),
      'The allocation of “Spring” was rejected. The platform makes and approves a new list of payouts.',
    ],
    [endText('cancelled', escrow, A_POOL), `T${POOL} was cancelled. Its funds go back to its owner.`],
    [
      endText('expired', escrow, A_POOL),
      `No allocation of t${POOL} was finalized in time. Its funds go back to its owner.`,
    ],
    [
      unfundedText(escrow, A_POOL),
      '“Spring” has started, but its reward pool is not funded. Without funds its earners are paid nothing: request a ticket and fund the pool.',
    ],
    [endText('completed', escrow, A_POOL), `All payouts of t${POOL} were made. Those that failed can be claimed.`],
  ])('notifies the team of $template', (text, body) => {
    expect(text?.body).toBe(body);
    expect(messageErrors(NotificationParams, text?.params)).toEqual([]);
    expect(text?.data).toMatchObject({ campaignId: escrow.campaignId, projectId: escrow.projectId });
  });

  it('contain the ids that open the escrow and the plan', () => {
    const { campaignId, projectId } = escrow;
    expect(rejectedText(escrow, A_POOL)).toMatchObject({
      data: { campaignId, projectId, chainId: 'neutron-1', escrow: 'neutron1escrow', attempt: '1' },
      group: 'neutron1escrow',
    });
    const { planId } = aPlanEvent();
    expect(planReadyText(aPlanEvent(), A_POOL)?.data).toEqual({ campaignId, projectId, planId, version: '2' });
  });

  it('omit a challenge or dispute that is over', () => {
    const deadlines = { ...escrow.escrow.deadlines, challengeEndsAt: null };
    expect(finalizedText(anEscrowEvent({ deadlines }), A_POOL)).toBeUndefined();
    expect(disputedText(anEscrowEvent({ dispute: null }), A_POOL)).toBeUndefined();
  });

  const txHash = 'AB'.repeat(32);
  it.each([
    [
      'projected',
      {},
      'payout_projected',
      `You get 12.5 NTRN from t${POOL}. The payout plan was approved; the payout follows.`,
    ],
    [
      'skipped',
      {},
      'payout_skipped',
      `You do not get 12.5 NTRN from t${POOL}, because the amount is below the minimum payout of its escrow.`,
    ],
    ['paid', {}, 'payout_paid', `You received 12.5 NTRN from t${POOL}.`],
    ['paid', { txHash }, 'payout_paid_transaction', `You received 12.5 NTRN from t${POOL}. Transaction: ${txHash}`],
    [
      'failed',
      { txHash },
      'payout_failed',
      `The payout of 12.5 NTRN from t${POOL} to your address failed. You can claim it until May 8, 2026 at 12:00 UTC.`,
    ],
    [
      'claim_ending',
      {},
      'payout_claim_ending',
      `12.5 NTRN from t${POOL} still wait for you. You can claim them until May 8, 2026 at 12:00 UTC.`,
    ],
  ] as const)('notifies an earner of a payout: %s', (announced, change, template, body) => {
    const event = announcedPayouts(announced, [{ userId, ...change }]);
    const [payout] = event.payouts;
    const text = payout && payoutText(event, payout, 'Spring');
    const { projectId, campaignId, planId } = event;
    expect(text).toMatchObject({ type: `payout.${announced}`, template, body, group: `${campaignId} 2 1` });
    expect(text?.data).toEqual({
      ...{ projectId, campaignId, planId, version: '2', chainId: 'neutron-1', denom: 'untrn' },
      ...change,
    });
    expect(messageErrors(NotificationParams, text?.params)).toEqual([]);
  });

  it.each(EXCLUDED_REASONS)('notifies an earner of the reason for no payout: %s', (excludedReason) => {
    const event = announcedPayouts('excluded', [{ userId, amount: null, excludedReason }]);
    const [payout] = event.payouts;
    const text = payout && payoutText(event, payout, 'Spring');
    expect(text).toMatchObject({ template: 'payout_excluded', params: { campaignTitle: 'Spring', excludedReason } });
    expect(text?.body).toMatch(/^You get nothing from the reward pool of “Spring”, because (?!you are excluded).+\.$/);
  });
});
