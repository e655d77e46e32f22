import Table from 'cli-table3';
import type { Row } from './cases/case.js';

const rate = (value: number) => value.toFixed(0);
const milliseconds = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1));

/** The result: ratios count, the figures beside them belong to this machine and hour. */
export function printResult(rows: Row[]): void {
  const table = new Table({
    head: ['case', 'ours /s', 'baseline /s', 'ratio', 'p50 ms', 'p99 ms', 'baseline p50', 'baseline p99', 'baseline'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  table.push(
    ...rows.map(({ what, ours, baseline, against }) => [
      what,
      rate(ours.perSecond),
      rate(baseline.perSecond),
      (ours.perSecond / baseline.perSecond).toFixed(2),
      milliseconds(ours.p50),
      milliseconds(ours.p99),
      milliseconds(baseline.p50),
      milliseconds(baseline.p99),
      against,
    ]),
  );
  console.log(`\n${table.toString()}`);
  for (const { what, ours, baseline } of rows) {
    for (const [side, { failures = {} }] of Object.entries({ ours, baseline })) {
      const text = Object.entries(failures).map(
        ([status, count]) => `${count} x ${status === '0' ? 'no answer' : status}`,
      );
      if (text.length > 0) console.log(`${what}: ${side} gave answers that do not count: ${text.join(', ')}`);
    }
  }
}

/** Where the time goes: CPU per request of every process that took part. */
export function printCpu(rows: Row[]): void {
  const measured = rows.flatMap(({ what, cpu }) => (cpu ? [{ what, ...cpu }] : []));
  const names = [
    ...new Set(measured.flatMap(({ ours, baseline }) => [...Object.keys(ours), ...Object.keys(baseline)])),
  ];
  const cell = (value: number | undefined) => (value === undefined ? '' : value.toFixed(0));
  const table = new Table({
    head: ['CPU µs per request', '', ...names],
    colAligns: ['left', 'left', ...names.map(() => 'right' as const)],
    style: { head: [], border: [], compact: true },
  });
  for (const { what, ours, baseline } of measured) {
    table.push([what, 'ours', ...names.map((name) => cell(ours[name]))]);
    table.push(['', 'baseline', ...names.map((name) => cell(baseline[name]))]);
  }
  if (measured.length > 0) console.log(`\n${table.toString()}`);
}
