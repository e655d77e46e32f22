import { inSpan } from '@questp/service';

const DB = { 'db.system.name': 'postgresql' } as const;

/** The first verb of a statement and its table. */
const OPERATION = /\b(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK)\b/i;
const TABLE = /\b(?:FROM|INTO|UPDATE)\s+([a-z_]+)\b/;

function nameOf(text: string): string {
  const operation = OPERATION.exec(text)?.[0] ?? 'SQL';
  const table = TABLE.exec(text)?.[1];
  return table === undefined ? operation : `${operation} ${table}`;
}

/** Runs a statement in a span. Its text has placeholders instead of values. */
export const inStatementSpan = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  inSpan(() => ({ name: nameOf(text), kind: 'client', attributes: { ...DB, 'db.query.text': text } }), work);

/** The same for operations of Prisma, by their names. */
export const inPrismaSpan = <T>(model: string | undefined, operation: string, work: () => Promise<T>): Promise<T> =>
  inSpan(() => ({ name: `${model ?? 'prisma'}.${operation}`, kind: 'client', attributes: DB }), work);
