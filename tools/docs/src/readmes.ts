import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A page to read before the code; how a service behaves is in docs/services. */
const MAX_WORDS = 600;

/** READMEs of services and libraries that are longer than a page, as `<README>: <words> words`. */
export function longReadmes(): string[] {
  const readmes = execFileSync('git', ['ls-files', ':(glob)apps/*/README.md', ':(glob)libs/*/README.md'], {
    encoding: 'utf8',
  });
  return readmes
    .trim()
    .split('\n')
    .map((readme) => ({ readme, words: readFileSync(readme, 'utf8').match(/\S*\w\S*/gu)?.length ?? 0 }))
    .filter(({ words }) => words > MAX_WORDS)
    .map(({ readme, words }) => `${readme}: ${words} words, at most ${MAX_WORDS}`);
}
