import { createHash, createHmac } from 'node:crypto';

/** How draws are made. docs/guides/draws.md describes every step byte by byte. */

export interface ListedEntry {
  /** Place in the list, from 1. */
  sequence: number;
  entryId: string;
  userId: string;
}

/** A hash beside the way from a leaf to the root. */
export interface ProofStep {
  side: 'left' | 'right';
  hash: string;
}

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

const sha256 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The commitment to the seed, published before the draw. */
export const commitmentOf = (seed: Buffer): Buffer => sha256(seed);

export const leafOf = ({ entryId, userId, sequence }: ListedEntry): Buffer =>
  sha256(LEAF, Buffer.from(`${entryId}\n${userId}\n${sequence}`));

const nodeOf = (left: Buffer, right: Buffer): Buffer => sha256(NODE, left, right);

/** The levels of the tree, from the leaves to the root: pairs are hashed, and one without a partner moves up as it is. */
export function levelsOf(leaves: readonly Buffer[]): Buffer[][] {
  let level = leaves.length > 0 ? [...leaves] : [sha256()];
  const levels = [level];
  while (level.length > 1) {
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) => {
      const [left, right] = level.slice(2 * index, 2 * index + 2);
      if (left === undefined) throw new Error('A level has no such node');
      return right === undefined ? left : nodeOf(left, right);
    });
    levels.push(level);
  }
  return levels;
}

export function rootOf(leaves: readonly Buffer[]): Buffer {
  const root = levelsOf(leaves).at(-1)?.[0];
  if (root === undefined) throw new Error('A tree has a root');
  return root;
}

/** Where the hashes beside the way of a leaf are in the levels. @param index of the leaf, from 0 */
export function pathOf(count: number, index: number): { level: number; index: number; side: ProofStep['side'] }[] {
  const path: { level: number; index: number; side: ProofStep['side'] }[] = [];
  for (let [level, width, at] = [0, count, index]; width > 1; level += 1) {
    const side = at % 2 === 0 ? 'right' : 'left';
    const beside = at % 2 === 0 ? at + 1 : at - 1;
    if (beside < width) path.push({ level, index: beside, side });
    at = Math.floor(at / 2);
    width = Math.ceil(width / 2);
  }
  return path;
}

/** True if the entry is in the list with the root. */
export function isIncluded(entry: ListedEntry, path: readonly ProofStep[], root: string): boolean {
  let hash = leafOf(entry);
  for (const { side, hash: other } of path) {
    const beside = Buffer.from(other, 'hex');
    hash = side === 'left' ? nodeOf(beside, hash) : nodeOf(hash, beside);
  }
  return hash.toString('hex') === root;
}

const RANGE = 1n << 64n;

/**
 * The winners in the order of the prizes, as indices into the list of entries, from 0: the first steps of a Fisher-Yates
 * shuffle.
 */
export function drawWinners(seed: Buffer, root: Buffer, entries: number, prizes: number): number[] {
  let counter = 0n;
  const below = (count: number): number => {
    // Numbers in the last, incomplete range would make some results more likely.
    const limit = RANGE - (RANGE % BigInt(count));
    for (;;) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64BE(counter);
      counter += 1n;
      const value = createHmac('sha256', seed).update(root).update(bytes).digest().readBigUInt64BE();
      if (value < limit) return Number(value % BigInt(count));
    }
  };
  // Only the places that were exchanged.
  const moved = new Map<number, number>();
  return Array.from({ length: Math.min(prizes, entries) }, (_, place) => {
    const chosen = place + below(entries - place);
    const winner = moved.get(chosen) ?? chosen;
    moved.set(chosen, moved.get(place) ?? place);
    return winner;
  });
}

/** The id of the prize of each winner, in the order of the prizes. */
export const prizesInOrder = (prizes: readonly { id: string; quantity: number }[]): string[] =>
  prizes.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
