import type { CampaignAccount } from './accounts.js';
import { creditsTold } from './credits.js';

const campaign = (...credits: string[]): CampaignAccount => ({
  campaign: 'launch',
  earners: [{ userId: 'a', credits, ledger: 0n, standing: 0n, rank: 1 }],
  leaderboard: [],
  totals: { participants: 1, pointsLedger: '0', pointsStandings: '0' },
});
const told = (...texts: string[]) =>
  creditsTold([{ user: { id: 'a' }, told: { texts } }], [campaign('5 for x', '5 for x'), campaign('10 for y')]);

describe('creditsTold', () => {
  it('passes when each credit of every campaign was published once, in any order', () => {
    expect(told('5 for x', '10 for y', '5 for x')).toMatchObject({ passed: true, detail: '3 credits to 1 earners' });
  });

  it('names credits that were not published, were published twice, or do not exist', () => {
    expect(told('5 for x', '10 for y').detail).toBe('a was not told of 5 for x');
    expect(told('5 for x', '5 for x', '5 for x', '10 for y').detail).toBe('a was told of 5 for x besides');
    expect(told('5 for x', '5 for x', '11 for y').detail).toBe('a was not told of 10 for y (and 1 more)');
  });
});
