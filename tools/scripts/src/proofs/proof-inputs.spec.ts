import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BEYOND_IMPORTS, BUCKET, NODE } from './proof-inputs.js';

const ROOT = resolve(import.meta.dirname, '../../../..');

it.each([NODE, BUCKET, ...Object.keys(BEYOND_IMPORTS)])('%s, which brings inputs of proofs, is there', (path) => {
  expect(existsSync(join(ROOT, path))).toBe(true);
});
