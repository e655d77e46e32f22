import { randomUUID } from 'node:crypto';
import { waitFor } from '@questp/testing';
import type { Client } from 'pg';
import { withBenchPlatform } from '../platform/platform.js';
import { seedLedger } from '../seed/ledger.js';
import { seedEndedPool } from '../seed/pools.js';
import { seedCampaign } from '../seed/quests.js';
import type { Case } from './case.js';

const EARNERS = 100_000;
const CREDITS = 10 * EARNERS;
const POOL = 10n ** 15n;

/** The final payout plan of a campaign with 100,000 earners, against one statement that divides the pool. */
export const planCase: Case = ({ effort }) =>
  withBenchPlatform({ env: { PAYOUT_REVIEW_SECONDS: '1' } }, async (platform) => {
    const { client } = platform;
    const campaign = await seedCampaign(client);
    await seedLedger(client, campaign, CREDITS);
    const { 'escrow-ops': before = 0 } = platform.memory();
    await seedEndedPool(client, campaign, POOL);
    await client.query('CREATE TABLE escrow.raw_payout (LIKE escrow.payout INCLUDING ALL)');
    const [ours, raw]: [number[], number[]] = [[], []];
    for (let round = 0; round < effort.rounds; round += 1) {
      // The service makes it by itself, and again when it was deleted.
      ours.push(await planSeconds(client, campaign.campaignId));
      raw.push(await rawSeconds(client, campaign.campaignId));
      await client.query('DELETE FROM escrow.payout_plan WHERE campaign_id = $1', [campaign.campaignId]);
    }
    const { 'escrow-ops': peak = 0 } = platform.peaks();
    const [plan, baseline] = [mean(ours), mean(raw)];
    return {
      notes: [
        platform.describe(effort),
        `The earners have ${CREDITS.toLocaleString('en')} credits; raw SQL sums them, ranks, divides and inserts the same rows in one statement, without exclusions, exact shares and hashes.`,
      ],
      tables: [
        {
          head: ['', 's', 'raw SQL, s', 'ratio', 'escrow-ops before, MB', 'escrow-ops peak, MB'],
          texts: [0],
          rows: [
            [
              ...[`plan of ${EARNERS.toLocaleString('en')} earners`, plan.toFixed(1), baseline.toFixed(1)],
              ...[(plan / baseline).toFixed(2), before.toFixed(0), peak.toFixed(0)],
            ],
          ],
        },
      ],
    };
  });

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Waits for the plan. */
async function planSeconds(client: Client, campaignId: string): Promise<number> {
  const { seconds } = await waitFor(
    async () => {
      // The time that a plan has is the beginning of its transaction.
      const { rows } = await client.query<{ seconds: number }>(
        `SELECT extract(epoch FROM clock_timestamp() - planned_at)::float8 AS seconds FROM escrow.payout_plan
         WHERE campaign_id = $1 AND status IN ('ready', 'approved') AND entries = $2`,
        [campaignId, EARNERS],
      );
      return rows[0];
    },
    { what: 'the plan', timeoutMs: 600_000, intervalMs: 20 },
  );
  return seconds;
}

async function rawSeconds(client: Client, campaignId: string): Promise<number> {
  await client.query('TRUNCATE escrow.raw_payout');
  const startedAt = performance.now();
  await client.query(
    `INSERT INTO escrow.raw_payout (plan_id, rank, user_id, points, address, address_source, amount, status)
     SELECT $1, row_number() OVER (ORDER BY c.points DESC, c.last_credit_at, c.user_id), c.user_id, c.points,
       e.primary_wallet, 'wallet', div($3::numeric * c.points, sum(c.points) OVER ()), 'pending'
     FROM (
       SELECT user_id, sum(points) AS points, max(created_at) AS last_credit_at
       FROM quests.points_ledger WHERE campaign_id = $2 GROUP BY user_id
     ) c
     JOIN quests.earner e USING (user_id)`,
    [randomUUID(), campaignId, `${POOL}`],
  );
  return (performance.now() - startedAt) / 1_000;
}
