import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mainOf } from '@questp/testing';
import type { E2e } from './platform.fixture.js';

const run = promisify(execFile);

/** The output of verify-audit for the platform's audit log; rejects if an entry is invalid. */
export async function verifyAudit({ platform }: Pick<E2e, 'platform'>, ...args: string[]): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: platform.database.urlOf('identity') };
  return (await run(process.execPath, [mainOf('identity'), 'verify-audit', ...args], { env })).stdout;
}
