import type { CampaignAccount } from './accounts.js';
import { check, filesAgree, reconcile } from './checks.js';

const account = (changes: Partial<CampaignAccount> = {}): CampaignAccount => ({
  campaign: 'launch',
  earners: [
    { userId: 'a', ledger: 30n, standing: 30n, rank: 1, credits: [] },
    { userId: 'b', ledger: 10n, standing: 10n, rank: 2, credits: [] },
  ],
  leaderboard: [
    { rank: 1, userId: 'a', displayName: null, points: '30', completions: 2 },
    { rank: 2, userId: 'b', displayName: null, points: '10', completions: 1 },
  ],
  totals: { participants: 2, pointsLedger: '40', pointsStandings: '40' },
  ...changes,
});

const failures = (changes: Partial<CampaignAccount>) =>
  reconcile(account(changes))
    .filter(({ passed }) => !passed)
    .map(({ what }) => what);

describe('reconcile', () => {
  it('passes when ledger, standings and leaderboard agree', () => {
    expect(failures({})).toEqual([]);
  });

  it('names an earner whose ledger and standing differ', () => {
    const earners = [{ userId: 'a', ledger: 31n, standing: 30n, rank: 1, credits: [] }, account().earners[1]!];
    expect(failures({ earners })).toEqual([
      'launch: own ledger = own standing = leaderboard row',
      'launch: all sums agree',
    ]);
  });

  it('fails when a user without an account in this run has points', () => {
    const { leaderboard } = account();
    const more = { rank: 3, userId: 'c', displayName: null, points: '5', completions: 1 };
    expect(failures({ leaderboard: [...leaderboard, more] })).toEqual(['launch: all sums agree']);
  });

  it('passes an earner without points and without a place', () => {
    const earners = [...account().earners, { userId: 'c', ledger: 0n, standing: 0n, rank: null, credits: [] }];
    expect(failures({ earners })).toEqual([]);
  });

  it('fails when the leaderboard is out of order', () => {
    const [first, second] = account().leaderboard;
    const leaderboard = [
      { ...second!, rank: 1 },
      { ...first!, rank: 2 },
    ];
    expect(failures({ leaderboard })).toContain('launch: the leaderboard is in order');
  });

  it('fails when the totals of the team differ from the sums', () => {
    const totals = { participants: 2, pointsLedger: '41', pointsStandings: '40' };
    expect(failures({ totals })).toEqual(['launch: all sums agree']);
  });
});

describe('filesAgree', () => {
  const compare = (rows: string[]) => filesAgree([{ file: 'board', rows, expected: ['1 a', '2 b'] }]);

  it('passes files with the rows that are expected, and no others', () => {
    expect(compare(['1 a', '2 b'])).toMatchObject({ passed: true, detail: '1 files, 2 rows' });
    expect(compare(['1 a'])).toMatchObject({ passed: false, detail: 'board: 1 rows, not 2' });
    expect(compare(['2 b', '1 a']).detail).toBe('board: row 1 is 2 b, not 1 a');
    expect(compare(['1 a', '2 b', '3 c']).detail).toBe('board: row 3 is 3 c, not undefined');
  });
});

describe('check', () => {
  it('reports the first problem and the number of others', () => {
    expect(check('a rule', ['one', 'two', 'three'], 'fine')).toEqual({
      what: 'a rule',
      passed: false,
      detail: 'one (and 2 more)',
    });
  });
});
