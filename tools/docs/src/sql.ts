import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { SqlSource } from './sql-source.js';

const RUNS = new Set(['rows', 'row', 'execute', 'query']);

/** docs/reference/sql/<service>.sql: the statements of every class of a service. */
export function sqlFiles(root = '.'): Record<string, string> {
  const source = new SqlSource(root);
  const files: Record<string, string> = {};
  for (const service of readdirSync(join(root, 'apps')))
    add(service, source.under(join('apps', service, 'src')), join('apps', service, 'src'));
  add(
    'libraries',
    readdirSync(join(root, 'libs')).flatMap((name) => source.under(join('libs', name, 'src'))),
    'libs',
  );
  return files;

  function add(name: string, paths: readonly string[], folder: string): void {
    const blocks = paths.flatMap((path) => statementsOf(source, path).map((block) => ({ ...block, path })));
    // Parts of another statement are shown there.
    const shown = blocks.filter(
      ({ runs, template }) => runs || template === undefined || !source.inlined.has(template),
    );
    if (shown.length === 0) return;
    const entries = shown.map(({ path, owner, text }) => `-- ${path.slice(folder.length + 1)}: ${owner}\n${text}\n`);
    files[`docs/reference/sql/${name}.sql`] = `${HEAD(name)}\n${entries.join('\n')}`;
  }
}

const HEAD = (name: string) => `-- Made by tools/docs from the source of ${name}; do not edit.
-- \${..} is a parameter ($1, $2 ..), or a part that another entry has, or that is only known at run time.
-- /* a ? */ x /* : */ y /* . */ has x if a, otherwise y.
`;

interface Block {
  owner: string;
  text: string;
  runs: boolean;
  template: ts.Node | undefined;
}

function statementsOf(source: SqlSource, path: string): Block[] {
  const blocks: Block[] = [];
  const file = source.file(path);
  const visit = (node: ts.Node): void => {
    const run = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node : undefined;
    const name = run && ts.isPropertyAccessExpression(run.expression) ? run.expression.name.text : '';
    const [statement] = run?.arguments ?? [];
    if (run && statement && RUNS.has(name)) {
      const text =
        source.inline({ node: statement, given: new Map() }) ??
        (name === 'query' ? source.text(statement, new Map()) : undefined);
      if (text !== undefined) blocks.push({ owner: ownerOf(node), text: tidy(text), runs: true, template: undefined });
    }
    if (run && /\bprisma\.\w+\.\w+$/u.test(run.expression.getText())) {
      const text = run
        .getText()
        .replace(/^this\./u, '')
        .replaceAll(/^/gmu, '-- ');
      blocks.push({ owner: `${ownerOf(node)} (by Prisma)`, text, runs: true, template: undefined });
    }
    if (source.isTemplate(node) && !isInTemplate(source, node)) {
      const text = source.sql(node, new Map());
      blocks.push({ owner: ownerOf(node), text: tidy(text ?? ''), runs: false, template: node });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return blocks;
}

const isInTemplate = (source: SqlSource, node: ts.Node): boolean =>
  node.parent !== undefined && (source.isTemplate(node.parent) || isInTemplate(source, node.parent));

/** `Class.method`, or the name of the function or constant at the top of the file. */
function ownerOf(node: ts.Node): string {
  const names: string[] = [];
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (isNamed(at)) names.unshift(at.name.getText());
  }
  return names.join('.');
}

const isNamed = (node: ts.Node): node is ts.NamedDeclaration & { name: ts.Node } =>
  (ts.isClassDeclaration(node) && node.name !== undefined) ||
  ts.isMethodDeclaration(node) ||
  (ts.isFunctionDeclaration(node) && node.name !== undefined) ||
  ts.isPropertyDeclaration(node) ||
  (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent));

/** Without the indentation of the source. */
function tidy(text: string): string {
  const lines = text
    .replace(/^\s*\n/u, '')
    .trimEnd()
    .split('\n');
  const indents = lines.slice(text.startsWith('\n') ? 0 : 1).filter((line) => line.trim() !== '');
  const least = Math.min(...indents.map((line) => line.length - line.trimStart().length));
  return lines
    .map((line, index) =>
      (index === 0 && !text.startsWith('\n') ? line : line.slice(least === Infinity ? 0 : least)).trimEnd(),
    )
    .filter((line) => line !== '')
    .join('\n')
    .replace(/^\s+/u, '');
}
