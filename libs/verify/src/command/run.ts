import { readFile, writeFile } from 'node:fs/promises';
import { parseJson } from '@questp/messages/language';
import { agreementChecks } from '../agreement/agreement-checks.js';
import { readExports } from '../agreement/exports.js';
import { type Bundle, readBundle } from '../bundle/bundle.js';
import { ChangedError, fetchBundle, type Progress } from '../bundle/read-bundle.js';
import { type Check } from '../checks/check.js';
import { incompleteness } from '../checks/incomplete.js';
import { verdict, verify } from '../checks/verify.js';
import { printable } from '../input/printable.js';
import { ShapeError } from '../input/shape.js';
import { FetchError } from '../node/fetch-json.js';
import { findSource, SourceError } from '../published/find-source.js';
import { type ExportPaths, HELP, type Options, OptionsError, readOptions } from './options.js';
import { table } from './table.js';

/** Characters of a sentence about an error, which can quote an endpoint. */
const SENTENCE = 1_000;

const EXIT = { agrees: 0, differs: 1, unchecked: 2, usage: 3 };

/** Where the command writes. */
export interface Output {
  result: (text: string) => void;
  message: (text: string) => void;
}

/** Runs the command and returns its exit code. */
export async function run(args: string[], { result, message }: Output): Promise<number> {
  try {
    const options = readOptions(args);
    if (!options) {
      result(`${HELP}\n`);
      return EXIT.agrees;
    }
    const bundle = await bundleOf(options, message);
    const checks = [...verify(bundle), ...(await agreementOf(bundle, options.exports))];
    const found = verdict(checks);
    const { claim, node, readAt } = bundle;
    result(
      options.json
        ? `${JSON.stringify({ verdict: found, claim, node, readAt, checks, incomplete: incompleteness(checks) })}\n`
        : table(bundle, checks),
    );
    return EXIT[found];
  } catch (error) {
    message(`${printable(sentenceOf(error), SENTENCE)}\n`);
    return error instanceof OptionsError ? EXIT.usage : EXIT.unchecked;
  }
}

async function bundleOf(options: Options, message: Output['message']): Promise<Bundle> {
  if ('offline' in options) return readBundle(await readJson(options.offline));
  const { wanted, file, save } = options;
  const content = file === undefined ? undefined : { content: await readJson(file) };
  const source = await findSource({ ...wanted, ...(content && { file: content }) });
  const bundle = await fetchBundle(source, progressTo(message));
  if (save !== undefined) await writeFile(save, JSON.stringify(bundle));
  return bundle;
}

async function agreementOf(bundle: Bundle, paths: ExportPaths | undefined): Promise<Check[]> {
  if (paths === undefined) return [];
  const { distribution, leaderboard, manifests } = paths;
  try {
    const files = [await readFile(distribution), await readFile(leaderboard)] as const;
    return agreementChecks(bundle, await readExports(...files, await readJson(manifests)));
  } catch (error) {
    throw new SourceError(
      `The exported files cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Reports each step when it starts, and every thousandth thing read. */
function progressTo(message: Output['message']): (progress: Progress) => void {
  let last = '';
  return ({ step, done, total }) => {
    const line = done === 0 ? `reading: ${step}` : `${step}: ${done - (done % 1_000)} of ${total ?? '?'}`;
    if (line !== last && (done === 0 || done >= 1_000)) message(`${line}\n`);
    last = line;
  };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return parseJson(await readFile(path, 'utf8'));
  } catch (error) {
    throw new SourceError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function sentenceOf(error: unknown): string {
  const isExpected = [OptionsError, SourceError, FetchError, ShapeError, ChangedError].some(
    (kind) => error instanceof kind,
  );
  if (!isExpected || !(error instanceof Error)) throw error;
  return error instanceof OptionsError
    ? `${error.message} --help names the options.`
    : `Could not check: ${error.message}`;
}
