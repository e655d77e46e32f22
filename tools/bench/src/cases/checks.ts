import { compare } from '../load/compare.js';
import { startEmulators } from '../load/emulators.js';
import { bareChecks, ourChecks } from '../sides/platform-checks.js';
import type { Case } from './case.js';
import { comparison, rowOf } from './comparison.js';

/** Checks at a platform through the whole pipeline, against the requests that they send to it. */
export const checksCase: Case = async (bench) => {
  const emulators = await startEmulators(['codehost']);
  try {
    return await comparison(
      async ({ platform, effort }) => {
        const ours = await ourChecks(platform, emulators);
        const baseline = await bareChecks(platform, emulators);
        const result = await compare({ ours, baseline }, effort);
        return [rowOf('check at a platform, credited', 'the emulated platform alone', result)];
      },
      { env: emulators.environment },
    )(bench);
  } finally {
    await emulators.stop();
  }
};
