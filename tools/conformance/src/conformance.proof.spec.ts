import { randomInt } from 'node:crypto';
import { SentenceError } from '@questp/local-stack';
import { describeUnless } from '@questp/testing';
import type { Part } from './part.js';
import { PARTS } from './parts.js';
import { withTarget, type Target } from './target.js';

/** The command takes more. */
const EXAMPLES = 2;
const MINUTES = 60_000;

async function missingFor({ prepare }: Part): Promise<string | undefined> {
  try {
    await prepare();
    return undefined;
  } catch (error) {
    if (error instanceof SentenceError) return error.message;
    throw error;
  }
}

const seed = randomInt(2 ** 32);
const parts: [Part, string | undefined][] = [];
for (const part of PARTS) parts.push([part, await missingFor(part)]);

describe('the platform and its document', () => {
  let target: Target;
  let end: () => void = () => undefined;
  let ended: Promise<void>;

  beforeAll(async () => {
    await new Promise<void>((ready, fail) => {
      ended = withTarget(async (started) => {
        target = started;
        ready();
        await new Promise<void>((done) => (end = done));
      });
      ended.catch(fail);
    });
  }, 2 * MINUTES);
  afterAll(async () => {
    end();
    await ended;
  });

  for (const [part, missing] of parts) {
    describeUnless(missing, part.title, () => {
      it(
        'finds nothing',
        async () => {
          const { findings } = await part.run(target, { seed, examples: EXAMPLES });
          if (findings.length > 0) throw new Error(`with --seed ${seed}:\n${findings.join('\n').slice(0, 20_000)}`);
        },
        10 * MINUTES,
      );
    });
  }
});
