import { randomBytes, randomInt } from 'node:crypto';
import { allocationSha256 } from '@questp/escrow-client';
import { divide, poolAmounts } from '@questp/escrow-client/payouts';
import { machine } from '../machine.js';
import { resultTable } from '../report.js';
import type { Case } from './case.js';

const EARNERS = 100_000;
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));

/** Dividing a pool among 100,000 earners with the hash of the allocation, against sorting the same rows twice. */
export const planCase: Case = ({ effort }) => {
  const claimants = Array.from({ length: EARNERS }, () => ({
    points: BigInt(randomInt(1, 10_000)),
    // As long as an address; its checksum does not matter here.
    address: `wasm1${randomBytes(19).toString('hex')}`,
  }));
  const pool = poolAmounts({ gross: 10n ** 15n, feeBps: 250, maxShareBps: 100 });
  const timed = (work: () => unknown): number => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  };
  const plan = () => {
    const amounts = divide(claimants, { ...pool, min: 1_000_000n });
    return allocationSha256([...amounts].map(([address, weight]) => ({ address, weight })));
  };
  const sort = () => {
    const byPoints = [...claimants].sort((a, b) => compare(b.points, a.points));
    return byPoints.sort((a, b) => (a.address < b.address ? -1 : 1));
  };
  const [ours, baseline]: [number[], number[]] = [[], []];
  const before = process.memoryUsage().heapUsed;
  let most = before;
  for (let round = 0; round < effort.rounds; round += 1) {
    baseline.push(timed(sort));
    ours.push(timed(plan));
    most = Math.max(most, process.memoryUsage().heapUsed);
  }
  const mean = (times: number[]) => times.reduce((sum, time) => sum + time, 0) / times.length;
  const row = {
    what: `plan of ${EARNERS.toLocaleString('en')} earners`,
    against: 'sorting the rows by points and by address',
    ours: { perSecond: 1_000 / mean(ours), p50: mean(ours) },
    baseline: { perSecond: 1_000 / mean(baseline), p50: mean(baseline) },
  };
  const grown = ((most - before) / 2 ** 20).toFixed(0);
  const notes = [machine(effort), `The heap grew by at most ${grown} MB; the rows themselves were there before.`];
  return Promise.resolve({ notes, tables: [resultTable([row])] });
};
