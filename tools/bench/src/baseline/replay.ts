import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { v7 } from 'uuid';
import type { Ids, Script, Source, Step } from '../recorded/script.js';

/** A statement that pg prepares once per connection. */
interface Prepared extends Step {
  name: string;
}

/** Returns a function that runs the script for another request and returns the rows of every statement. */
export function replayOf(script: Script): (pool: Pool, ids: Ids) => Promise<object[][] | undefined> {
  const groups = script.map((steps) => steps.map((step): Prepared => ({ ...step, name: nameOf(step.text) })));
  return async (pool, ids) => {
    const valueOf = valuesFor(ids);
    const answers: object[][] = [];
    for (const group of groups) {
      const rows = await inOrder(pool, group, valueOf);
      if (rows === undefined) return undefined;
      answers.push(...rows);
    }
    return answers;
  };
}

const nameOf = (text: string) => createHash('sha1').update(text).digest('base64url');

type ValueOf = (source: Source) => unknown;

/** An id that the request generates has the same value in all its statements. */
function valuesFor(ids: Ids): ValueOf {
  const made: string[] = [];
  return (source) => {
    if ('id' in source) return ids[source.id];
    if ('fresh' in source) return (made[source.fresh] ??= v7());
    return 'bytes' in source ? Buffer.from(source.bytes, 'base64') : source.value;
  };
}

/** Undefined, and the transaction is rolled back, if a statement returns or writes another number of rows. */
async function inOrder(pool: Pool, steps: Prepared[], valueOf: ValueOf): Promise<object[][] | undefined> {
  const client = await pool.connect();
  try {
    const answers: object[][] = [];
    for (const step of steps) {
      const { rows, rowCount } = await send(client, step, valueOf);
      if ((rowCount ?? 0) !== step.rows) {
        await client.query('ROLLBACK');
        return undefined;
      }
      if (rows.length > 0) answers.push(rows);
    }
    return answers;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const send = (client: ClientBase, { name, text, values }: Prepared, valueOf: ValueOf) =>
  values.length === 0 ? client.query<object>(text) : client.query<object>({ name, text, values: values.map(valueOf) });
