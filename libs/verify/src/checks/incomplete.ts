import { type Check } from './check.js';

/** Something that could not be checked, and what to try. */
export interface Incomplete {
  missing: string;
  try: string;
}

const ARCHIVE = 'ask an archive node: one that keeps all blocks and indexes all transactions';

/** Advice by the text of the reason; the first match is used. */
const ADVICE: readonly (readonly [reason: RegExp, advice: string])[] = [
  [/index\w* (is|are) disabled/i, 'ask a node that indexes transactions'],
  [/lowest height|not available|pruned|version (mismatch|does not exist)|older ones are missing|went from/i, ARCHIVE],
  [/the node is behind/, 'try again when the node has caught up, or ask another node'],
  [/^no (checksum|escrow admin) is published/, 'give what was published by --checksum and --admin'],
  [/no file is given|allocation\.json|\bfile\b/i, 'give the published allocation file by --file'],
];
const OTHERWISE = 'try again later, or ask another node';

/** Reasons why the verification is incomplete, each once, with advice. */
export function incompleteness(checks: readonly Check[]): Incomplete[] {
  const reasons = checks.filter(({ outcome }) => outcome === 'unchecked').map(({ actual }) => actual);
  return [...new Set(reasons)].map((missing) => ({
    missing,
    try: ADVICE.find(([reason]) => reason.test(missing))?.[1] ?? OTHERWISE,
  }));
}
