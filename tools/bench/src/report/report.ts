import Table from 'cli-table3';
import type { SideResult } from '../load/compare.js';
import type { CpuTimes } from '../load/cpu.js';

/** A table for the terminal and for docs/performance.md. */
export interface TextTable {
  head: string[];
  /** The columns that hold text. */
  texts: number[];
  rows: string[][];
}

const whole = (value: number | undefined) => (value === undefined ? '' : value.toFixed(0));
const milliseconds = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1));

/** One line of the result. */
export interface Row {
  what: string;
  ours: Pick<SideResult['figures'], 'perSecond'> & Partial<SideResult['figures']>;
  baseline: Pick<SideResult['figures'], 'perSecond'> & Partial<SideResult['figures']>;
  /** What the baseline is. */
  against: string;
  /** CPU per request, where both sides were measured over HTTP. */
  cpu?: { ours: SideResult['cpu']; baseline: SideResult['cpu'] };
}

/** The results as ratios. The absolute figures depend on the machine and its load. */
export const resultTable = (rows: Row[]): TextTable => ({
  head: ['case', 'ours /s', 'baseline /s', 'ratio', 'p50 ms', 'p99 ms', 'baseline p50', 'baseline p99', 'baseline'],
  texts: [0, 8],
  rows: rows.map(({ what, ours, baseline, against }) => [
    what,
    whole(ours.perSecond),
    whole(baseline.perSecond),
    (ours.perSecond / baseline.perSecond).toFixed(2),
    milliseconds(ours.p50),
    milliseconds(ours.p99),
    milliseconds(baseline.p50),
    milliseconds(baseline.p99),
    against,
  ]),
});

/** CPU per request of every process. */
export function cpuTable(rows: Row[]): TextTable {
  const measured = rows.flatMap(({ what, cpu }) => (cpu ? [{ what, ...cpu }] : []));
  const names = [
    ...new Set(measured.flatMap(({ ours, baseline }) => [...Object.keys(ours), ...Object.keys(baseline)])),
  ];
  return {
    head: ['CPU µs per request', '', ...names],
    texts: [0, 1],
    rows: measured.flatMap(({ what, ours, baseline }) => [
      [what, 'ours', ...names.map((name) => whole(ours[name]))],
      ['', 'baseline', ...names.map((name) => whole(baseline[name]))],
    ]),
  };
}

/** Throughput, latency and CPU of a request as the data grows. */
export function seriesTable(growing: string, lines: { at: string; what: string; result: SideResult }[]): TextTable {
  const names = [...new Set(lines.flatMap(({ result }) => Object.keys(result.cpu)))];
  return {
    head: [growing, 'case', '/s', 'p50 ms', 'p99 ms', ...names.map((name) => `${name} µs`)],
    texts: [1],
    rows: lines.map(({ at, what, result: { figures, cpu } }) => [
      at,
      what,
      whole(figures.perSecond),
      milliseconds(figures.p50),
      milliseconds(figures.p99),
      ...names.map((name) => whole(cpu[name])),
    ]),
  };
}

/** Latency at fixed rates, counted from when each request was due. */
export const paceTable = (
  lines: { what: string; perSecond: number; side: string; result: SideResult }[],
): TextTable => ({
  head: ['case', 'due /s', 'side', 'answered /s', 'p50 ms', 'p99 ms', 'max ms', 'load generator %'],
  texts: [0, 2],
  rows: lines.map(({ what, perSecond, side, result: { figures, cpu } }) => [
    what,
    whole(perSecond),
    side,
    whole(figures.perSecond),
    milliseconds(figures.p50),
    milliseconds(figures.p99),
    milliseconds(figures.max),
    whole(((cpu['load generator'] ?? 0) * figures.perSecond) / 10_000),
  ]),
});

/** An export. */
export interface ExportLine {
  what: string;
  rows: number;
  bytes: number;
  firstByteMs: number;
  /** Rows. */
  perSecond: number;
  baselinePerSecond: number;
  /** Microseconds per row, by process. */
  cpu: CpuTimes;
}

/** Rows per second and CPU of exports. */
export function exportTable(lines: ExportLine[]): TextTable {
  const names = [...new Set(lines.flatMap(({ cpu }) => Object.keys(cpu)))];
  return {
    head: [
      'export',
      'rows',
      'MB',
      'first byte ms',
      'rows /s',
      'psql rows /s',
      'ratio',
      ...names.map((one) => `${one} µs`),
    ],
    texts: [0],
    rows: lines.map(({ what, rows, bytes, firstByteMs, perSecond, baselinePerSecond, cpu }) => [
      what,
      whole(rows),
      whole(bytes / 1e6),
      whole(firstByteMs),
      whole(perSecond),
      whole(baselinePerSecond),
      (perSecond / baselinePerSecond).toFixed(2),
      ...names.map((one) => (cpu[one] ?? 0).toFixed(2)),
    ]),
  };
}

/** A server that sends the same events to many connections. */
export interface LiveLine {
  /** Memory of an idle connection. */
  kilobytes: number;
  /** CPU for one event on one connection. */
  microseconds: number;
  /** Events per second over all connections. */
  perSecond: number;
  /** Most memory of the process, in MB. */
  peak: number;
}

/** Cost of a connection and of an event. */
export function liveTable({ ours, theirs, against }: { ours: LiveLine; theirs: LiveLine; against: string }): TextTable {
  const tenth = (value: number) => value.toFixed(1);
  const row = (what: string, of: (line: LiveLine) => number, show: (value: number) => string) => [
    ...[what, show(of(ours)), show(of(theirs))],
    (of(ours) / of(theirs)).toFixed(2),
  ];
  return {
    head: ['', 'ours', against, 'ratio'],
    texts: [0],
    rows: [
      row('memory of an idle connection, KB', ({ kilobytes }) => kilobytes, tenth),
      row('CPU of an event on a connection, µs', ({ microseconds }) => microseconds, tenth),
      row('events on connections /s', ({ perSecond }) => perSecond, whole),
      row('peak memory, MB', ({ peak }) => peak, whole),
    ],
  };
}

/** @param peaks MB by service, over the whole run */
export const memoryTable = (peaks: Record<string, number>): TextTable => ({
  head: ['peak memory', 'MB'],
  texts: [0],
  rows: Object.entries(peaks).map(([name, megabytes]) => [name, whole(megabytes)]),
});

/** Answers other than 2xx, one line for each side that had some. */
export const failureLines = (rows: Row[]): string[] =>
  rows.flatMap(({ what, ours, baseline }) =>
    Object.entries({ ours, baseline }).flatMap(([side, { failures = {} }]) =>
      failureLine(`${what}, ${side}`, failures),
    ),
  );

/** Empty if all answers were 2xx. */
export function failureLine(what: string, failures: Record<number, number>): string[] {
  const counts = Object.entries(failures).map(
    ([status, count]) => `${count} x ${status === '0' ? 'no answer' : status}`,
  );
  return counts.length === 0 ? [] : [`Answers that do not count (${what}): ${counts.join(', ')}.`];
}

export function inTerminal({ head, texts, rows }: TextTable): string {
  const table = new Table({
    head,
    colAligns: head.map((_, column) => (texts.includes(column) ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  table.push(...rows);
  return table.toString();
}

export function inMarkdown({ head, texts, rows }: TextTable): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (texts.includes(column) ? '---' : '--:'));
  return [head, rule, ...rows].map(line).join('\n');
}
