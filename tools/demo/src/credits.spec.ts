import type { CampaignAccount } from './accounts.js';
import { creditsReported } from './credits.js';

const campaign = (...credits: string[]): CampaignAccount => ({
  campaign: 'launch',
  earners: [{ userId: 'a', credits, ledger: 0n, standing: 0n, rank: 1 }],
  leaderboard: [],
  totals: { participants: 1, pointsLedger: '0', pointsStandings: '0' },
});
const received = (...texts: string[]) =>
  creditsReported([{ user: { id: 'a' }, received: { texts } }], [campaign('5 for x', '5 for x'), campaign('10 for y')]);

describe('creditsReported', () => {
  it('passes when each credit of every campaign was published once, in any order', () => {
    expect(received('5 for x', '10 for y', '5 for x')).toMatchObject({
      passed: true,
      detail: '3 credits to 1 earners',
    });
  });

  it('names credits that were not published, were published twice, or do not exist', () => {
    expect(received('5 for x', '10 for y').detail).toBe('a received no notification of 5 for x');
    expect(received('5 for x', '5 for x', '5 for x', '10 for y').detail).toBe(
      'a received another notification of 5 for x',
    );
    expect(received('5 for x', '5 for x', '11 for y').detail).toBe(
      'a received no notification of 10 for y (and 1 more)',
    );
  });
});
