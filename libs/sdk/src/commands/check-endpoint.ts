#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkEndpoint, type Endpoint } from '../endpoints/check-endpoint.js';

const HELP = `questp-check-endpoint <url> --secret <whsec_...> [<options>]

Checks that an endpoint of custom_rest quests (contract standard) answers and verifies requests as the platform expects.

  --secret <secret>  the signing secret of the project; or the variable QUESTP_SIGNING_SECRET
  --bearer <token>   sent as Authorization: Bearer, as the bearerToken of the quest
  --data <path>      JSON file with members of data that replace those of the example, such as wallets
  --json             prints a JSON array
  --help             this text

Exit code: 0 every check passed, 1 one failed, 3 wrong options.`;

class OptionsError extends Error {}

function readOptions(args: string[]): (Endpoint & { json: boolean }) | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { secret: text, bearer: text, data: text, json: flag, help: flag };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (values.help) return undefined;
  const [url, ...more] = positionals;
  const secret = values.secret ?? process.env['QUESTP_SIGNING_SECRET'];
  if (url === undefined || more.length > 0 || !/^https?:\/\//.test(url)) throw new OptionsError('Give one URL.');
  if (secret === undefined || !/^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) {
    throw new OptionsError('Give the signing secret, which begins with whsec_.');
  }
  return {
    ...{ url, secret, json: values.json ?? false },
    ...(values.bearer !== undefined && { bearer: values.bearer }),
    ...(values.data !== undefined && { data: dataIn(values.data) }),
  };
}

function dataIn(path: string): object {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof value !== 'object' || value === null) throw new OptionsError(`${path} has no JSON object.`);
  return value;
}

async function run(args: string[]): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}\n`);
    return 3;
  }
  if (options === undefined) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const { json, ...endpoint } = options;
  const findings = await checkEndpoint(endpoint);
  const lines = findings.map(({ check, problem }) =>
    problem === null ? `ok    ${check}` : `FAILS ${check}: ${problem}`,
  );
  process.stdout.write(`${json ? JSON.stringify(findings, null, 2) : lines.join('\n')}\n`);
  return findings.every(({ problem }) => problem === null) ? 0 : 1;
}

process.exitCode = await run(process.argv.slice(2));
