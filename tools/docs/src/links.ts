import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LINK = /\]\((?<target>[^)\s#]+)(?:#[^)\s]*)?\)/g;
/** A path from the root of the repository, without a placeholder. */
const PATH = /`(?<target>(?:apps|contracts|docker|docs|libs|prisma|tools)\/[^`\s<>*{}]*)`/g;
/** In the README of a project: a path from its folder. */
const OWN_PATH = /`(?<target>src\/[^`\s<>*{}]+)`/g;

/** Links of Markdown files, and paths that they name, to files that do not exist, as `<page>: <target>`. */
export function brokenLinks(): string[] {
  const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    encoding: 'utf8',
  });
  return pages
    .trim()
    .split('\n')
    .filter((page) => existsSync(page))
    .flatMap((page) => {
      const text = readFileSync(page, 'utf8');
      const links = targetsOf(text, LINK).filter((link) => !/^(?:[a-z]+:|\/)/.test(link));
      const own = page.endsWith('README.md') ? targetsOf(text, OWN_PATH) : [];
      return [
        ...[...links, ...own].filter((path) => !existsSync(join(dirname(page), path))),
        ...targetsOf(text, PATH).filter((path) => !existsSync(path)),
      ].map((target) => `${page}: ${target}`);
    });
}

const targetsOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((found) => found.groups?.['target'] ?? '');
