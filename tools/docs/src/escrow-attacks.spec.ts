import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = 'docs/security/escrow-operations.md';
/** Where paths begin that begin with no folder of the repository. */
const SERVICE = 'apps/escrow-ops/src';

const page = readFileSync(join(ROOT, PAGE), 'utf8');
const tables = page
  .split('\n')
  .flatMap((line) => (line.startsWith('| ') ? [line.split('|').map((cell) => cell.trim())] : []));

const GOALS = ['Move money', 'Freeze money', 'Be paid twice', 'Be paid for nothing', 'Have something else signed'];
const ATTACKERS = ['Project', 'Owner of an escrow', 'Earner', 'Node', 'Price list', 'Reader', 'Stolen service'];
const MATRIX = tables.filter(([, attacker = '']) => ATTACKERS.includes(attacker));
const ROWS = tables.flatMap(([, number = '', ...cells]) => (/^[A-Z]\d+$/.test(number) ? [{ number, cells }] : []));

/** `path` "title", "title" */
const named = [...page.matchAll(/`([^`]+\.ts)`((?:,? "[^"]+")*)/g)].flatMap(([, path = '', titles = '']) =>
  [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ path, title })),
);

const fileOf = (path: string) =>
  [path, join(SERVICE, path)].map((one) => join(ROOT, one)).find((one) => existsSync(one));

describe(`the attacks that ${PAGE} lists`, () => {
  it('are of every attacker and goal, each by a row or said to be impossible', () => {
    expect(tables[0]?.slice(1, -1)).toEqual(['Attacker', ...GOALS, 'Exhaust fees']);
    expect(MATRIX.map(([, attacker]) => attacker)).toEqual(ATTACKERS);
    const numbers = new Set(ROWS.map(({ number }) => number));
    for (const [, attacker, ...cells] of MATRIX.map((row) => row.slice(0, -1))) {
      expect([attacker, cells.filter((cell) => !/^(—|[A-Z]\d+((, | to )[A-Z]\d+)*)$/.test(cell))]).toEqual([
        attacker,
        [],
      ]);
      const unknown = cells.flatMap((cell) => cell.match(/[A-Z]\d+/g) ?? []).filter((number) => !numbers.has(number));
      expect([attacker, unknown]).toEqual([attacker, []]);
    }
    expect(numbers.size).toBe(ROWS.length);
  });

  it.each(ROWS)('are tried: $number', ({ cells }) => {
    expect(cells.at(-2)).toMatch(/`[^`]+\.(ts|md)`/);
  });

  it.each(named)('exist: "$title"', ({ path, title }) => {
    expect(readFileSync(fileOf(path) ?? path, 'utf8')).toContain(title);
  });
});
