import { join } from 'node:path';
import { chainMissing } from '@questp/chain';
import { launch, workspaceRoot } from '@questp/testing';
import { peakOf } from '../load/memory.js';
import { machine } from '../platform/machine.js';
import type { TextTable } from '../report/report.js';
import { EscrowNode, type Series } from '../sides/escrow.js';
import type { Case } from './case.js';

const ENTRIES = 10_000;
/** Most gas of a transaction that the platform signs, which blocks of every chain with the contracts have room for. */
const MAX_GAS = 60_000_000;

const VERIFY = join(workspaceRoot, 'libs/verify/dist/command/main.js');

/** Committing and paying 10,000 entries on a wasmd node, against payments by the bank alone, and checking them. */
export const escrowCase: Case = async ({ effort }) => {
  const missing = await chainMissing();
  if (missing !== undefined) return { notes: [`Not run: ${missing}`], tables: [] };
  const node = await EscrowNode.start(ENTRIES);
  try {
    const limit = await node.blockGas();
    const baseline = await node.multiSend();
    const commit = await node.commit();
    const distribute = await node.distribute();
    const reading = await node.readPlainly();
    const verified = await verify(await node.verifyOptions());
    const share = `share of ${limit === undefined ? 'a largest transaction' : 'a block'} %`;
    const notes = [
      machine({ ...effort, rounds: 1 }),
      limit === undefined
        ? `Blocks of this node have no gas limit; shares are of ${MAX_GAS.toLocaleString('en')}, the most gas of a transaction that the platform signs.`
        : `A block of this node has at most ${limit.toLocaleString('en')} gas.`,
      'The node makes a block each half second, and a transaction is sent when the last one is in a block.',
      ...(verified.isComplete
        ? []
        : ['The verify command ended with 2: the node did not answer all its pages in time.']),
    ];
    const lines = { commit, distribute, 'bank alone (MsgMultiSend)': baseline };
    return { notes, tables: [gasTable(lines, baseline, share, limit ?? MAX_GAS), verifyTable(verified, reading)] };
  } finally {
    await node.stop();
  }
};

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const whole = (value: number): string => value.toFixed(0);

function gasTable(lines: Record<string, Series>, baseline: Series, share: string, limit: number): TextTable {
  const perEntry = ({ gas }: Series) => sum(gas) / ENTRIES;
  return {
    head: [
      '',
      'transactions',
      'entries in each',
      'gas per entry',
      'ratio',
      'most gas',
      share,
      'all of them, blocks',
      's',
    ],
    texts: [0],
    rows: Object.entries(lines).map(([what, line]) => [
      ...[what, whole(line.gas.length), whole(line.batch), whole(perEntry(line))],
      (perEntry(line) / perEntry(baseline)).toFixed(2),
      ...[whole(Math.max(...line.gas)), ((100 * Math.max(...line.gas)) / limit).toFixed(1)],
      ...[(sum(line.gas) / limit).toFixed(2), line.seconds.toFixed(1)],
    ]),
  };
}

interface Verified {
  /** False: the node did not answer all pages in time. */
  isComplete: boolean;
  seconds: number;
  peak: number;
}

/** Runs the command, which must find no difference. */
async function verify(options: string[]): Promise<Verified> {
  const startedAt = performance.now();
  const command = await launch({
    name: 'verify',
    command: process.execPath,
    args: [VERIFY, ...options],
    env: process.env,
  });
  let peak = 0;
  const watching = setInterval(() => (peak = Math.max(peak, peakOf(command.pid))), 100);
  const { code } = await command.exited();
  clearInterval(watching);
  if (code !== 0 && code !== 2) throw new Error(`npm run verify ended with ${code}: ${command.logs()}`);
  return { isComplete: code === 0, seconds: (performance.now() - startedAt) / 1_000, peak };
}

const verifyTable = ({ seconds, peak }: Verified, reading: number): TextTable => ({
  head: [`${ENTRIES.toLocaleString('en')} entries`, 's', 'reading the same pages alone, s', 'ratio', 'peak MB'],
  texts: [0],
  rows: [['verify command', seconds.toFixed(1), reading.toFixed(1), (seconds / reading).toFixed(2), whole(peak)]],
});
