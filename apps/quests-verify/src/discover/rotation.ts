import { raw, sql, type Queries, type Sql } from '@questp/postgres';

/** Entries of one project in a list that spans projects. */
export const ENTRIES_PER_PROJECT = 3;

/** The place of `project p`: the random end of its id, which a team cannot choose. */
export const PLACE = raw('right(p.id::text, 12) COLLATE "C"');

const placeOf = (projectId: string): string => projectId.slice(-12);

/** The place at which today's lists start (UTC). Cursors hold it, so that a list keeps its order past midnight. */
export async function startOfToday(on: Queries): Promise<string> {
  const row = await on.row<{ start: string }>(
    sql`SELECT left(md5((now() AT TIME ZONE 'utc')::date::text), 12) AS start`,
  );
  return row?.start ?? '';
}

/**
 * Reads entries of projects by the projects' places, from the start to the end and then from the beginning to the
 * start. Every project is first on some days, however new it is and however many others its team has.
 *
 * @param lastProjectId the project of the last entry that was read
 * @param read entries of the projects that fulfil the condition on `project p`, by place, at most `limit`
 */
export async function inRotation<Row>(
  { start, lastProjectId, limit }: { start: string; lastProjectId: string | undefined; limit: number },
  read: (condition: Sql, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const last = lastProjectId === undefined ? undefined : placeOf(lastProjectId);
  const isPastEnd = last !== undefined && last < start;
  const ahead = isPastEnd ? [] : await read(sql`${PLACE} >= ${last ?? start}`, limit);
  if (ahead.length >= limit) return ahead;
  const from = isPastEnd ? last : '';
  return [...ahead, ...(await read(sql`${PLACE} >= ${from} AND ${PLACE} < ${start}`, limit - ahead.length))];
}
