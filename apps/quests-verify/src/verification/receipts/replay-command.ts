import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isUnderstood, parseJson } from '@questp/messages/language';
import { Check } from '@questp/messages/quests';
import type { OwnCommand } from '@questp/service-kit';
import type { TaskTypes } from '../../catalog/definition/task-types.js';
import { replayCheck } from './replay-check.js';

const HELP = `replay-check [file]

Applies the rule of a task type again to the receipts in a file, or in standard input, and reports for each whether the
outcome is the same. It needs no database and no network. A receipt is a check as the API answers it: one check, a page
of checks, or a submission with its checks. Exits with 1 if an outcome differs or a receipt cannot be replayed.
`;

/** The command replay-check of the service's program. */
export const replayCommand = (types: TaskTypes): OwnCommand => ({
  summary: 'applies rules again to the checks in a file; see replay-check --help',
  run: async (_schema, [file]) => {
    if (file === '--help') return HELP;
    const read = file === undefined ? await text(process.stdin) : await readFile(file, 'utf8');
    const replays = checksIn(read).map((check) => ({ ...check, ...replayCheck(check, types) }));
    const report = replays.map(({ id, result, explanation }) => `${id}  ${result}  ${explanation}\n`).join('');
    if (replays.some(({ result }) => result === 'different' || result === 'not_replayable')) throw new Error(report);
    return report;
  },
});

/** @throws Error if the text is not JSON with checks */
export function checksIn(json: string): Check[] {
  const value = parseJson(json) as { items?: unknown; checks?: unknown };
  const checks = [value.items ?? value.checks ?? value].flat();
  if (!checks.every(isCheck)) throw new Error('This is no check as the API answers it.');
  return checks;
}

const isCheck = (value: unknown): value is Check => isUnderstood(Check, value);
