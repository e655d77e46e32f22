import type { JournalEntry } from '@questp/players';
import { countCalls } from './calls.js';

const entry = (members: Partial<JournalEntry>): JournalEntry => ({
  number: 1,
  platform: 'codehost',
  direction: 'in',
  route: 'starred',
  ...members,
});

it('counts the requests to the API of each platform beside the completions of its quests', () => {
  const journal = [
    entry({}),
    entry({ fault: 'outage' }),
    entry({ route: 'authorize' }),
    entry({ direction: 'out' }),
    entry({ platform: 'videosite' }),
  ];
  const completions = new Map([
    ['social_codehost_star', 3],
    ['dev_codehost_pr', 1],
    ['social_videosite_like', 0],
  ]);

  expect(countCalls(journal, completions)).toEqual([
    { platform: 'codehost', calls: 2, failed: 1, completions: 4 },
    { platform: 'videosite', calls: 1, failed: 0, completions: 0 },
  ]);
});
