import { readCodehostIssues } from '@questp/messages/integrations';
import { submitQuest } from '@questp/messages/quests';
import type { Period } from '@questp/messages/shared';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { startQuests } from '../../../testing/quests.fixture.js';

describe('contributions to a repository', () => {
  const quests = started(startQuests);

  const today = () => `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const lastYear = '2025-01-01T00:00:00.000Z';

  it.each<[Period, string | null, string | null]>([
    [{ kind: 'once' }, null, null],
    [{ kind: 'once' }, lastYear, lastYear],
    [{ kind: 'daily' }, null, today()],
    [{ kind: 'daily' }, lastYear, today()],
  ])('of a quest with the period %j in a campaign from %s count from %s', async (period, startsAt, from) => {
    const asked: (string | null)[] = [];
    quests.bus.answer(readCodehostIssues, ({ periodFrom }) => {
      asked.push(periodFrom);
      return {
        status: 'found' as const,
        value: { accountId: `of ${asked.length}`, count: 1 },
        detail: null,
        retryAt: null,
      };
    });
    await quests.db.execute(sql`UPDATE campaign SET starts_at = ${startsAt}`);
    const questId = await quests.addQuest('dev_codehost_issue', { repository: 'orbit/orbit-core' }, { period });
    await quests.call(submitQuest, { userId: await quests.addEarner(), questId, inputs: {} });
    expect(asked).toEqual([from]);
  });
});
