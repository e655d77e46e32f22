import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Statements that read `*` of a table, by the files of `sqlFiles`. */
export function wholeRows(files: Readonly<Record<string, string>>, tables: ReadonlySet<string>): string[] {
  return Object.entries(files).flatMap(([path, text]) =>
    text.split(/^-- (?=\S+\.ts: )/mu).flatMap((entry) => {
      const [owner = '', ...lines] = entry.split('\n');
      return readsWholeRow(lines.join('\n'), tables) ? [`${path}: ${owner}`] : [];
    }),
  );
}

/** Names of all tables, former ones included. Views are left out: their columns never change. */
export function tableNames(root = '.'): Set<string> {
  const folders = ['libs/postgres/migrations', ...readdirSync(join(root, 'prisma/migrations')).map(ofService)];
  const texts = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\b(?:CREATE TABLE(?: IF NOT EXISTS)?|ALTER TABLE \w+ RENAME TO) ([\w.]+)/gu)].map(
        ([, name = '']) => name,
      ),
    ),
  );
}

const ofService = (name: string): string => join('prisma/migrations', name);

/** `*` or `s.*` in the list of a SELECT or RETURNING; not `count(*)`, nor a product. */
const WHOLE = /(?:\b(?<list>SELECT|RETURNING|DISTINCT)\s+|,\s*)\*|\b(?<of>\w+)\.\*/dgu;

/** True if a part of the statement reads `*` of a table, or of something whose name is only known at run time. */
export function readsWholeRow(statement: string, tables: ReadonlySet<string>): boolean {
  const text = withoutParts(statement);
  return [...text.matchAll(WHOLE)].some(({ index, groups }) => {
    const list = level(text, index, -1);
    if (list.lastIndexOf('RETURNING') > list.lastIndexOf('SELECT') || groups?.['list'] === 'RETURNING') return true;
    const [, from = ''] =
      /\bFROM\b([^]*?)(?:\b(?:WHERE|GROUP|ORDER|LIMIT|OFFSET|FOR|UNION|ON CONFLICT|RETURNING)\b|$)/u.exec(
        level(text, index, 1),
      ) ?? [];
    const sources = [
      ...from.matchAll(/(?:^|,|\bJOIN\b)\s*(?:LATERAL\s+)?(?<name>[\w.]+)(?:\s+(?:AS\s+)?(?<alias>\w+))?/gu),
    ];
    return sources.some(({ groups: source }) => {
      const { name = '', alias = name } = source ?? {};
      const isRead = groups?.['of'] === undefined || groups['of'] === alias;
      return isRead && (tables.has(name) || name === PART);
    });
  });
}

const PART = 'part';

/** Without comments and texts; a part that is only known at run time has a name. */
function withoutParts(statement: string): string {
  let text = statement.replaceAll(/\/\*[^]*?\*\/|--.*|'[^']*'/gu, ' ');
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replaceAll(/\$\{[^{}]*\}/gu, PART).replaceAll(/\{[^{}]*\}/gu, ' ');
  }
  return text;
}

/** The text before or after a place, up to the end of the parentheses around it, without the contents of further ones. */
function level(text: string, from: number, step: 1 | -1): string {
  const [opens, closes] = step === 1 ? ['(', ')'] : [')', '('];
  let depth = 0;
  let found = '';
  for (let at = from; at >= 0 && at < text.length; at += step) {
    const letter = text[at] ?? '';
    if (letter === opens) depth += 1;
    if (letter === closes) depth -= 1;
    if (depth < 0) break;
    if (depth === 0 && letter !== closes) found = step === 1 ? found + letter : letter + found;
  }
  return found;
}
