import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const HELP = `npm run trace -- <request-id>

Prints where a request to the running platform (npm run up) went, and how long each part took: the gateway, services,
SQL, events and what applied them. The request id is in the header x-request-id of every answer, in errors and logs.`;

/** @returns {Promise<number>} The exit code. */
async function main() {
  const [requestId] = process.argv.slice(2);
  if (requestId === undefined || requestId.startsWith('-')) {
    console.log(HELP);
    return requestId === '--help' ? 0 : 64;
  }
  const built = join(root, 'tools/local-stack/dist/index.js');
  if (!existsSync(built)) {
    console.error('The platform of this checkout does not run: npm run up starts it.');
    return 1;
  }
  const { followRequest, SentenceError, tracesOf } = await import('@questp/local-stack');
  try {
    console.log(await followRequest(tracesOf(root), requestId));
    return 0;
  } catch (error) {
    if (!(error instanceof SentenceError)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await main();
