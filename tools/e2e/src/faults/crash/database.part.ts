import { setTimeout as sleep } from 'node:timers/promises';
import { checkIn } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { underLoad } from '../../support/load.js';
import {
  anyCheckIn,
  DONE,
  e2e,
  earners,
  expectOnly,
  expectRetryAfter,
  RETRIABLE,
  studio,
  works,
} from './stage.fixture.js';

describe('The database', () => {
  it('A-88 that ends every connection under load causes only retriable errors', async () => {
    const { answers, unanswered } = await underLoad(anyCheckIn, async () => {
      for (let round = 0; round < 10; round += 1) {
        await e2e.sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL`,
        );
        await sleep(100);
      }
    });

    expectOnly(answers, [...DONE, ...RETRIABLE]);
    expect(unanswered).toEqual([]);
    expectRetryAfter(answers);
    await works();
  });

  it('A-88 with a locked table delays only the requests that need it', async () => {
    const client = await e2e.db.connect();
    try {
      await client.query('BEGIN; LOCK TABLE quests.standing IN ACCESS EXCLUSIVE MODE');
      const quest = await studio.quest('engagement_daily_checkin');
      let isBlocked = true;
      const blocked = Promise.all(earners.slice(0, 6).map((earner) => checkIn(earner, quest.id))).finally(() => {
        isBlocked = false;
      });
      const waits = `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'quests.standing'::regclass`;
      await waitFor(async () => (await e2e.count(waits)) > 0, { what: 'a check-in to wait', intervalMs: 5 });
      await unwrap(studio.client.GET('/v1/projects/{projectId}/campaigns/{campaignId}', { params: studio.inCampaign }));
      await e2e.signIn();
      expect(isBlocked).toBe(true);
      expectOnly(await blocked, RETRIABLE);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    await works();
  });
});
