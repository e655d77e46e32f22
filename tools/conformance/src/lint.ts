import { join } from 'node:path';
import { exitOf } from './command.js';
import { HERE, packages } from './fetched.js';
import type { Outcome, Part } from './part.js';
import { DOCUMENT } from './target.js';

const ruleset = (name: string) => join(HERE, 'rulesets', name);

export const spectral: Part = {
  name: 'spectral',
  title: 'Spectral on the document and its examples',
  prepare: packages,
  async run() {
    const flags = ['--ruleset', ruleset('spectral.yaml'), '--fail-severity', 'hint', '--format', 'json', '--quiet'];
    const text = await jsonOf('spectral', ['lint', DOCUMENT, ...flags], {});
    const problems = JSON.parse(text) as { code: string; message: string; path: (string | number)[] }[];
    return outcome(problems.map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`));
  },
};

export const redocly: Part = {
  name: 'redocly',
  title: 'Redocly on the document and its examples',
  prepare: packages,
  async run() {
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const flags = ['--config', ruleset('redocly.yaml'), '--format', 'json', '--max-problems', '1000'];
    const { problems } = JSON.parse(await jsonOf('redocly', ['lint', DOCUMENT, ...flags], env)) as {
      problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
    };
    return outcome(problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`));
  },
};

/** What a linter prints between other lines. */
async function jsonOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { output } = await exitOf(join(await packages(), 'node_modules/.bin', program), args, { env });
  const json = /^[[{][^]*^[\]}]/m.exec(output)?.[0] ?? /^\[\]/m.exec(output)?.[0];
  if (json === undefined) throw new Error(`${program} printed ${output.slice(-1_000)}`);
  return json;
}

const outcome = (findings: string[]): Outcome => ({ summary: 'every rule of its ruleset', findings });
