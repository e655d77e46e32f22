import type { Sent } from './recorder.js';

/** What one request is about, by names of the case: ids that differ from request to request. */
export type Ids = Readonly<Record<string, string>>;

/** Where a value of a statement comes from when it is sent again. */
export type Source = { id: string } | { fresh: number } | { bytes: string } | { value: string | null };

export interface Step {
  text: string;
  values: Source[];
  /** Rows it gave or wrote; another number is another outcome. */
  rows: number;
}

/** What a request has a database do: single statements and transactions, BEGIN and COMMIT included. */
export type Script = Step[][];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What of the statements belongs to the request about these ids: those with one of them among their values, and the
 * whole transactions they are part of. UUIDs that are no such id were made by the request, and are made anew each time.
 */
export function scriptOf(sent: readonly Sent[], ids: Ids): Script {
  const named = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const isAbout = ({ values }: Sent) => values.some((value) => typeof value === 'string' && named.has(value));
  const made = new Map<string, number>();
  const source = (value: string | Buffer | null): Source => {
    if (value === null) return { value };
    if (typeof value !== 'string') return { bytes: value.toString('base64') };
    const id = named.get(value);
    if (id !== undefined) return { id };
    if (!UUID.test(value)) return { value };
    if (!made.has(value)) made.set(value, made.size);
    return { fresh: made.get(value) ?? 0 };
  };
  return groups(sent)
    .filter((group) => group.some(isAbout))
    .map((group) =>
      group.map(({ text, values, rows }) => {
        if (rows === undefined) throw new Error(`A recorded statement failed: ${text}`);
        return { text, values: values.map(source), rows };
      }),
    );
}

/** Statements by transaction; one outside of any is alone. */
function groups(sent: readonly Sent[]): Sent[][] {
  const all: Sent[][] = [];
  const open = new Map<number, Sent[]>();
  for (const statement of sent) {
    const own = open.get(statement.connection);
    if (own) own.push(statement);
    else {
      const group = [statement];
      all.push(group);
      if (statement.text === 'BEGIN') open.set(statement.connection, group);
    }
    if (/^(COMMIT|ROLLBACK)$/.test(statement.text)) open.delete(statement.connection);
  }
  return all;
}
