import { Injectable } from '@nestjs/common';
import type { BudgetLevel, CredentialProvider } from '@questp/messages/integrations';
import { raw, sql, Database, found, type Sql, type Tx } from '@questp/postgres';
import type { QuotaLeft } from '../outbound/finding.js';
import type { Quota } from '../description/quota.js';

/** Id that means no project, or no campaign. */
export const NONE = '00000000-0000-0000-0000-000000000000';

/** Project and campaign that a request is counted for, or NONE. */
export interface Account {
  provider: CredentialProvider;
  projectId: string;
  campaignId: string;
  /** The account whose projects share a part of a quota; undefined: the platform itself. */
  owner: string | undefined;
  /** The earner whose attempt needs the request; undefined if there is none. */
  earner: string | undefined;
}

/** Amounts of one request; negative amounts correct an earlier count. */
export interface Amounts {
  requests: number;
  micros: number;
}

/** Use of a quota, including the request that was counted last. */
export interface WindowUse {
  startsAt: Date;
  endsAt: Date;
  /** Elapsed fraction of the window, from 0 to 1. */
  elapsed: number;
  total: number;
  /** Of all projects of the owner. */
  own: number;
  /** Of the earner, in all quests. */
  ofEarner: number;
}

const toMicros = (usd: string): Sql => sql`(${usd}::numeric * 1000000)::bigint`;

/** Start and end of the current window of a quota. */
function currentWindow({ window, timeZone = 'UTC' }: Quota): { startsAt: Sql; endsAt: Sql } {
  const startOf = (at: Sql) => sql`date_trunc(${window}, ${at}, ${timeZone})`;
  const startsAt = startOf(sql`now()`);
  // A day on which the clock changes has 23 or 25 hours.
  return { startsAt, endsAt: startOf(sql`${startsAt} + 1.5 * ${`1 ${window}`}::interval`) };
}

/** Column that stores the budget for which a level was published. */
const LEVEL_COLUMNS = { nearly_used: raw('nearly_used_usd'), used: raw('used_usd') } as const;

/**
 * Counts requests. Each request updates the campaign first, then the quota, its holders, then the spend, so that concurrent requests
 * lock rows in the same order.
 */
@Injectable()
export class ChargesRepository {
  constructor(private readonly database: Database) {}

  /** Counts an amount if the budget covers it; false otherwise. */
  async addToCampaign(tx: Tx, { projectId, campaignId }: Account, budgetUsd: string, micros: number): Promise<boolean> {
    const covered = (sum: Sql) => sql`WHERE ${sum} <= ${toMicros(budgetUsd)}`;
    const counted = await tx.execute(sql`
      INSERT INTO campaign_spend AS c (campaign_id, project_id, spent_micros)
      SELECT ${campaignId}, ${projectId}, ${micros}::bigint ${covered(sql`${micros}::bigint`)}
      ON CONFLICT (campaign_id) DO UPDATE SET spent_micros = c.spent_micros + excluded.spent_micros
      ${covered(sql`c.spent_micros + excluded.spent_micros`)}`);
    return counted === 1;
  }

  async addToQuota(tx: Tx, { provider, owner, earner }: Account, quota: Quota, used: number): Promise<WindowUse> {
    const { startsAt, endsAt } = currentWindow(quota);
    const addAll = tx.row<Pick<WindowUse, 'startsAt' | 'endsAt' | 'elapsed'> & { used: string }>(sql`
      INSERT INTO quota_use AS q (provider, starts_at, project_id, used)
      VALUES (${provider}, ${startsAt}, ${NONE}, ${used})
      ON CONFLICT (provider, starts_at, project_id) DO UPDATE SET used = q.used + excluded.used
      RETURNING used, starts_at, ${endsAt} AS ends_at,
        (extract(epoch FROM now() - starts_at) / extract(epoch FROM ${endsAt} - starts_at))::float8 AS elapsed`);
    const add = (holder: string | undefined) =>
      holder === undefined
        ? undefined
        : tx.row<{ used: string }>(sql`
            INSERT INTO quota_holder_use AS h (provider, starts_at, holder, used)
            VALUES (${provider}, ${startsAt}, ${holder}, ${used})
            ON CONFLICT (provider, starts_at, holder) DO UPDATE SET used = h.used + excluded.used
            RETURNING used`);
    const [all, own, ofEarner] = await Promise.all([addAll, add(owner), add(earner)]);
    const { used: total, ...of } = found(all);
    return { ...of, total: Number(total), own: Number(own?.used ?? total), ofEarner: Number(ofEarner?.used ?? used) };
  }

  /** The remaining quota of the current window. */
  async leftOf(provider: CredentialProvider, quota: Quota): Promise<QuotaLeft> {
    const { startsAt, endsAt } = currentWindow(quota);
    const left = await this.database.row<{ remaining: string; resetsAt: Date }>(sql`
      SELECT greatest(0, ${quota.most} - coalesce(sum(used), 0)) AS remaining, ${endsAt} AS resets_at
      FROM quota_use WHERE provider = ${provider} AND starts_at = ${startsAt} AND project_id = ${NONE}`);
    const { remaining, resetsAt } = found(left);
    return { remaining: Number(remaining), limit: quota.most, resetsAt };
  }

  /** The UTC day that the request belongs to. */
  async addToSpend(tx: Tx, account: Account, { requests, micros }: Amounts): Promise<string> {
    const { projectId, provider, campaignId } = account;
    const row = await tx.row<{ day: string }>(sql`
      INSERT INTO platform_spend AS s (project_id, day, provider, campaign_id, requests, spent_micros)
      VALUES (${projectId}, (now() AT TIME ZONE 'UTC')::date, ${provider}, ${campaignId}, ${requests}, ${micros})
      ON CONFLICT (project_id, day, provider, campaign_id) DO UPDATE
        SET requests = s.requests + excluded.requests, spent_micros = s.spent_micros + excluded.spent_micros
      RETURNING day::text`);
    return found(row).day;
  }

  /** Subtracts an amount wherever it was counted. */
  async takeBack(
    tx: Tx,
    { provider, projectId, campaignId, owner, earner }: Account,
    { day, quota }: { day: string; quota: { startsAt: Date; used: number } | undefined },
    { requests, micros }: Amounts,
  ): Promise<void> {
    const takeFrom = (holder: string | undefined) =>
      quota &&
      holder !== undefined &&
      tx.execute(sql`
        UPDATE quota_holder_use SET used = used - ${quota.used}
        WHERE provider = ${provider} AND starts_at = ${quota.startsAt} AND holder = ${holder}`);
    await Promise.all([
      tx.execute(sql`
        UPDATE campaign_spend SET spent_micros = spent_micros - ${micros} WHERE campaign_id = ${campaignId}`),
      quota &&
        tx.execute(sql`
          UPDATE quota_use SET used = used - ${quota.used}
          WHERE provider = ${provider} AND starts_at = ${quota.startsAt} AND project_id = ${NONE}`),
      takeFrom(owner),
      takeFrom(earner),
      tx.execute(sql`
        UPDATE platform_spend SET requests = requests - ${requests}, spent_micros = spent_micros - ${micros}
        WHERE project_id = ${projectId} AND day = ${day} AND provider = ${provider} AND campaign_id = ${campaignId}`),
    ]);
  }

  /** True the first time that a level of a budget is reached. */
  async reach(tx: Tx, account: Account, level: BudgetLevel, budgetUsd: string): Promise<boolean> {
    const { projectId, campaignId } = account;
    const column = LEVEL_COLUMNS[level];
    const isReached = level === 'used' ? sql`true` : sql`c.spent_micros >= 0.8 * ${toMicros(budgetUsd)}`;
    const updated = await tx.execute(sql`
      INSERT INTO campaign_spend AS c (campaign_id, project_id, spent_micros, ${column})
      VALUES (${campaignId}, ${projectId}, 0, ${budgetUsd}::numeric)
      ON CONFLICT (campaign_id) DO UPDATE SET ${column} = excluded.${column}
      WHERE c.${column} IS DISTINCT FROM excluded.${column} AND ${isReached}`);
    return updated === 1;
  }

  /** In millionths of a US dollar. */
  async ofCampaign(campaignId: string): Promise<string> {
    const row = await this.database.row<{ spent: string }>(
      sql`SELECT spent_micros::text AS spent FROM campaign_spend WHERE campaign_id = ${campaignId}`,
    );
    return row?.spent ?? '0';
  }

  /** Deletes windows that are over. */
  async purgeQuotas(): Promise<number> {
    const purge = (table: Sql) =>
      this.database.execute(sql`DELETE FROM ${table} WHERE starts_at < now() - interval '2 days'`);
    return (await purge(sql`quota_use`)) + (await purge(sql`quota_holder_use`));
  }
}
