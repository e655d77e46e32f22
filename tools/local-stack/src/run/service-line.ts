const WARN = 40;
const LEVELS: Record<number, string> = { 40: 'warn', 50: 'error', 60: 'fatal' };

/**
 * What the console shows of a line a service printed: pino's JSON from level warn on (40) in short, and every line
 * that is no JSON, such as a crash. Undefined for the rest, which is in the log file only.
 */
export function consoleLine(service: string, line: string): string | undefined {
  if (line.trim() === '') return undefined;
  const entry = parseEntry(line);
  if (!entry) return `[${service}] ${line}`;
  if (entry.level < WARN) return undefined;
  const reason = entry.err?.message && entry.err.message !== entry.msg ? `: ${entry.err.message}` : '';
  return `[${service}] ${LEVELS[entry.level] ?? entry.level}: ${entry.msg ?? ''}${reason}`;
}

interface LogEntry {
  level: number;
  msg?: string;
  err?: { message?: string };
}

function parseEntry(line: string): LogEntry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(line) as Partial<LogEntry>;
    return typeof value.level === 'number' ? { ...value, level: value.level } : undefined;
  } catch {
    return undefined;
  }
}
