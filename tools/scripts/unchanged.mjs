import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files that generation and compilation read and write. */
const PLACES = ['apps', 'contracts', 'libs', 'prisma', 'tools', 'nx.json', 'package-lock.json', 'tsconfig.base.json'];
/** Files that they neither read nor write. */
const OTHERS = new Set(['node_modules', 'out-tsc', 'test-results', 'coverage']);

const fileOf = (/** @type {string} */ root) => join(root, '.nx/compiled');

/**
 * Digest of name, size and time of every input and output of the compilation: it shows in a tenth of a second that nothing
 * has changed.
 * @param {string} root The checkout.
 */
function state(root) {
  const hash = createHash('sha256').update(process.version);
  const visit = (/** @type {string} */ path) => {
    const entry = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!entry?.isDirectory()) {
      hash.update(`${path} ${entry?.size} ${entry?.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(join(root, path)).sort()) if (!OTHERS.has(name)) visit(`${path}/${name}`);
  };
  for (const place of PLACES) visit(place);
  return hash.digest('hex');
}

/**
 * Does the work unless it succeeded for the files as they are.
 * @param {string} root The checkout.
 * @param {() => Promise<boolean>} work Returns true if it succeeded.
 * @returns {Promise<string | undefined>} Digest of the files after the work; undefined when it failed.
 */
export async function unlessUnchanged(root, work) {
  const file = fileOf(root);
  const before = state(root);
  if (read(file) === before) return before;
  rmSync(file, { force: true });
  if (!(await work())) return undefined;
  mkdirSync(dirname(file), { recursive: true });
  const after = state(root);
  writeFileSync(file, after);
  return after;
}

function read(/** @type {string} */ file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
