import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LINK = /\]\((?<target>[^)\s#]+)(?:#[^)\s]*)?\)/g;

/** Links of Markdown files to files that do not exist, as `<page>: <target>`. */
export function brokenLinks(): string[] {
  const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    encoding: 'utf8',
  });
  return pages
    .trim()
    .split('\n')
    .filter((page) => existsSync(page))
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(LINK)]
        .map((link) => link.groups?.['target'] ?? '')
        .filter((target) => !/^(?:[a-z]+:|\/)/.test(target) && !existsSync(join(dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    );
}
