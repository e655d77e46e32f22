import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = 'docs/security/operator-faults.md';

/** What can go wrong beside the operator, and what has to hold whatever does. */
const PARTS = [
  'crash between signing and broadcast',
  'broadcast without an answer',
  'sequence mismatch',
  'transaction dropped from the mempool',
  'stale height of a node',
  'two operator processes',
  'finalize called twice or at once',
  'pause amid the commit',
  'reset by another operator',
  'node that lies about one entry',
  'the state of the escrow converges',
  'each address is committed once',
  'the published allocation is the finalized one',
  'a paid entry is never paid again',
];

/** Rows of the table: part, what holds, `path of the spec` and "title of the test". */
const rows = readFileSync(join(ROOT, PAGE), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, part, , tests] = line.split('|').map((cell) => cell.trim());
    const named = [...(tests ?? '').matchAll(/`([^`]+\.spec\.ts)` "([^"]+)"/g)];
    return named.map(([, path = '', title = '']) => ({ part, path, title }));
  });

describe(`the tests that ${PAGE} names`, () => {
  it('are of every part', () => {
    expect([...new Set(rows.map(({ part }) => part))]).toEqual(PARTS);
  });

  it.each(rows)('exist: "$title"', ({ path, title }) => {
    expect(readFileSync(join(ROOT, path), 'utf8')).toContain(title);
  });
});
