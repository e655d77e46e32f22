import { join } from 'node:path';
import { runningOwner } from '../processes/run-record.js';

export const RUN_FILE = 'run.json';
/** The folder of `npm test` within the local data. */
export const TEST_DIRECTORY = 'test';

/** A sentence if a platform of this checkout already runs; else undefined. */
export function alreadyRunning(root: string): string | undefined {
  const pid = runningOwner(join(root, '.local', RUN_FILE));
  return pid === undefined
    ? undefined
    : `The platform of this checkout runs already (process ${pid}): stop it with Ctrl-C there or with kill ${pid}.`;
}

/** A sentence if `npm test` of this checkout already runs; else undefined. */
export function alreadyTesting(root: string): string | undefined {
  const pid = runningOwner(join(root, '.local', TEST_DIRECTORY, RUN_FILE));
  return pid === undefined
    ? undefined
    : `The tests of this checkout run already (process ${pid}): wait for them or end them with kill ${pid}.`;
}
