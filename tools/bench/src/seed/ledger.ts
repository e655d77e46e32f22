import type { Client } from 'pg';
import type { SeededCampaign } from './quests.js';

/** Quests that every earner has completed. */
const CREDITS_PER_EARNER = 10;

const LEDGER_TABLES = ['earner', 'submission', 'points_ledger', 'standing'];

/**
 * A campaign that many earners took part in: a submission, its ledger row, and the standings that are their sums, as
 * crediting one by one would have left them. Foreign keys and triggers are not checked while it is written, and indexes
 * are made at its end.
 *
 * @param rows of the ledger, ten for each earner
 */
export async function seedLedger(
  client: Client,
  { projectId, campaignId }: SeededCampaign,
  rows: number,
): Promise<{ earners: number }> {
  const earners = rows / CREDITS_PER_EARNER;
  await client.query(`SET session_replication_role = replica`);
  await client.query(`SET maintenance_work_mem = '512MB'`);
  const restoreIndexes = await dropIndexes(client, LEDGER_TABLES);
  await client.query(
    `INSERT INTO quests.quest (id, project_id, campaign_id, slug, title, task_type_id, method, points, xp, status)
     SELECT uuidv7(), $1, $2, 'ledger-' || n, 'Quest ' || n, 'engagement_terms_accept', 'platform_api',
       10 + n, 10 + n, 'active'
     FROM generate_series(1, $3::integer) AS n`,
    [projectId, campaignId, CREDITS_PER_EARNER],
  );
  await client.query(
    `INSERT INTO quests.earner (user_id, version, username)
     SELECT 'svcuser_' || md5('ledger' || n), 1, 'ledger_' || n FROM generate_series(1, $1::integer) AS n
     ON CONFLICT DO NOTHING`,
    [earners],
  );
  // Points differ between earners, so that ties and gaps occur.
  await client.query(
    `INSERT INTO quests.submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
       status, points_awarded, xp_awarded, credit_no, created_at, updated_at, verified_at, claimed_at)
     SELECT uuidv7(), q.project_id, q.campaign_id, q.id, 'svcuser_' || md5('ledger' || n), 'once',
       q.task_type_id, q.method, 'claimed', p.points, p.points, 1, p.at, p.at, p.at, p.at
     FROM quests.quest q
     CROSS JOIN generate_series(1, $2::integer) AS n
     CROSS JOIN LATERAL (
       SELECT q.points + n % 97 AS points, now() - (n % 100000) * interval '1 second' AS at
     ) p
     WHERE q.campaign_id = $1 AND q.slug LIKE 'ledger-%'`,
    [campaignId, earners],
  );
  await client.query(
    `INSERT INTO quests.points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
       period_key, points, xp, created_at)
     SELECT uuidv7(), 'credit', id, credit_no, project_id, campaign_id, quest_id, user_id, period_key,
       points_awarded, xp_awarded, claimed_at
     FROM quests.submission WHERE campaign_id = $1 AND period_key = 'once'`,
    [campaignId],
  );
  await client.query(
    `INSERT INTO quests.standing (scope_id, user_id, points, xp, completions, last_credit_at)
     SELECT scope.id, l.user_id, sum(l.points), sum(l.xp), count(*), max(l.created_at)
     FROM quests.points_ledger l CROSS JOIN LATERAL (VALUES (l.campaign_id), (l.project_id)) AS scope (id)
     WHERE l.campaign_id = $1 GROUP BY 1, 2`,
    [campaignId],
  );
  await restoreIndexes();
  await client.query(`SET session_replication_role = origin`);
  await client.query(`CALL quests.count_ranks()`);
  await client.query(`VACUUM (ANALYZE) ${LEDGER_TABLES.map((table) => `quests.${table}`).join(', ')}`);
  await client.query('CHECKPOINT');
  return { earners };
}

/** Drops the indexes that no constraint needs; returns the statements that create them again. */
async function dropIndexes(client: Client, tables: string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     WHERE c.relnamespace = 'quests'::regnamespace AND c.relname = ANY ($1)
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { definition } of rows) await client.query(definition);
  };
}

/** The id of the earner with this number, counted from 1. */
export async function ledgerEarner(client: Client, number: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`SELECT 'svcuser_' || md5('ledger' || $1::integer) AS id`, [
    number,
  ]);
  return rows[0]?.id ?? '';
}
