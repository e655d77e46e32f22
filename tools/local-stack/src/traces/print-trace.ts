import type { Span } from './spans.js';

const NAME_WIDTH = 64;

/**
 * The spans of one request, each below the one it belongs to, with the ms from the first one's start to its own, and how
 * long it took. Clocks are those of the processes.
 */
export function printTrace(requestId: string, spans: readonly Span[]): string {
  const sorted = [...spans].sort((a, b) => a.startedAt - b.startedAt);
  const known = new Set(sorted.map(({ id }) => id));
  const zero = sorted[0]?.startedAt ?? 0;
  const lines: string[] = [];
  const print = (span: Span, depth: number) => {
    lines.push(line(span, depth, zero));
    for (const child of sorted) if (child.parentId === span.id) print(child, depth + 1);
  };
  // The parent of the first span may be a span of the caller.
  for (const span of sorted) if (!known.has(span.parentId)) print(span, 0);
  const { startedAt = 0 } = sorted[0] ?? {};
  const head = `Request ${requestId}, ${new Date(startedAt).toISOString()}, ${sorted.length} spans`;
  return [head, '', `${'at ms'.padStart(9)}${'took ms'.padStart(10)}`, ...lines].join('\n');
}

function line({ service, name, kind, startedAt, ms, failed, attributes }: Span, depth: number, zero: number): string {
  const status = attributes['http.response.status_code'];
  const error = attributes['error.type'];
  const what = `${'  '.repeat(depth)}${service}  ${kind}  ${name}`;
  const notes = [status, attributes['questp.principal'], error, failed ? 'FAILED' : undefined];
  const noted = notes.filter((note) => note !== undefined).join('  ');
  const times = `${(startedAt - zero).toFixed(1).padStart(9)}${ms.toFixed(1).padStart(10)}`;
  return `${times}  ${what.padEnd(noted === '' ? 0 : NAME_WIDTH)}${noted === '' ? '' : `  ${noted}`}`;
}
