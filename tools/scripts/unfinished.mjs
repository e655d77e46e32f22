import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Runs a step that may be killed. A step that has not succeeded is repeated the next time, without using its partial
 * results.
 * @param {string} root The checkout.
 * @param {string} name Of the step.
 * @param {(anew: boolean) => Promise<boolean>} work Gives whether it succeeded.
 * @returns {Promise<boolean>} The same.
 */
export async function begin(root, name, work) {
  const mark = markOf(root, name);
  const anew = existsSync(mark);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
  const ok = await work(anew);
  if (ok) rmSync(mark);
  return ok;
}

/**
 * Whether the step was begun and has not succeeded.
 * @param {string} root
 * @param {string} name
 */
export const isUnfinished = (root, name) => existsSync(markOf(root, name));

/**
 * @param {string} root
 * @param {string} name
 */
const markOf = (root, name) => join(root, '.nx/begun', name);
