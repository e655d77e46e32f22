import { chainMissing } from './wasmd/binary.js';

// Builds wasmd where it is not built yet; exits 1 with a sentence where that cannot be done.
const missing = await chainMissing();
if (missing !== undefined) {
  console.error(missing);
  process.exitCode = 1;
}
