import { createHash } from 'node:crypto';
import type { ClientBase, Pool, QueryResultRow } from 'pg';

/** A statement that is prepared once per connection, as the services do it. */
export function statement<Row extends QueryResultRow>(text: string) {
  const name = createHash('sha1').update(text).digest('base64url');
  return async (on: ClientBase | Pool, values: unknown[]): Promise<Row[]> =>
    (await on.query<Row>({ name, text, values })).rows;
}
