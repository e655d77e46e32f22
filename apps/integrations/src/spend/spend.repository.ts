import { Injectable } from '@nestjs/common';
import { SPEND_DAYS, toUsd, type CredentialProvider, type listSpend, type Spend } from '@questp/messages/integrations';
import type { Page, RequestOf } from '@questp/messages/language';
import { Database, iso, join, sorted, sql, toPage, type Sorted } from '@questp/postgres';
import { NONE } from './charges.repository.js';

type SpendRow = Sorted<{
  periodStart: Date;
  projectId: string;
  campaignId: string;
  provider: CredentialProvider;
  requests: string;
  micros: string;
}>;

const NEWEST = {
  newest: { direction: 'DESC', by: { start_ms: 'integer', project_id: 'uuid', provider: 'text', campaign_id: 'uuid' } },
} as const;

@Injectable()
export class SpendRepository {
  constructor(private readonly database: Database) {}

  async list(request: RequestOf<typeof listSpend>): Promise<Page<Spend>> {
    const { period, projectId, provider, campaignId, from, to, limit, cursor } = request;
    const { sortKey, isAfter, orderBy } = sorted(NEWEST, 'newest', cursor);
    const start = sql`date_trunc(${period}, day::timestamp)`;
    const wanted = [
      ...(projectId === undefined ? [] : [sql`project_id = ${projectId}`]),
      ...(provider === undefined ? [] : [sql`provider = ${provider}`]),
      ...(campaignId === undefined ? [] : [sql`campaign_id = ${campaignId}`]),
      ...(from === undefined ? [] : [sql`${start} >= ${from}::timestamptz AT TIME ZONE 'UTC'`]),
      ...(to === undefined ? [] : [sql`${start} < ${to}::timestamptz AT TIME ZONE 'UTC'`]),
    ];
    const rows = await this.database.rows<SpendRow>(sql`
      SELECT *, ${sortKey} FROM (
        SELECT ${start} AT TIME ZONE 'UTC' AS period_start, (extract(epoch FROM ${start}) * 1000)::bigint AS start_ms,
          project_id, provider, campaign_id, sum(requests)::text AS requests, sum(spent_micros)::text AS micros
        FROM platform_spend WHERE ${join([sql`true`, ...wanted], ' AND ')}
        GROUP BY 1, 2, project_id, provider, campaign_id
      ) AS summed
      WHERE ${isAfter} ORDER BY ${orderBy} LIMIT ${limit + 1}`);
    return toPage(rows, limit, ({ sortKey: key }) => key, toSpend);
  }

  async purge(): Promise<number> {
    return this.database.execute(
      sql`DELETE FROM platform_spend WHERE day < (now() AT TIME ZONE 'UTC')::date - ${SPEND_DAYS}::integer`,
    );
  }
}

const named = (id: string): string | null => (id === NONE ? null : id);

const toSpend = ({ periodStart, projectId, campaignId, provider, requests, micros }: SpendRow): Spend => ({
  periodStart: iso(periodStart),
  projectId: named(projectId),
  campaignId: named(campaignId),
  provider,
  requests,
  spentUsd: toUsd(micros),
});
