/** Places where a crash test may kill the process: around commit and publish, and around each step of a transaction of a chain. */
export type Failpoint =
  | 'before-commit'
  | 'after-commit'
  | 'after-publish'
  | 'before-inbox-commit'
  | 'before-sign'
  | 'after-sign'
  | 'after-persist'
  | 'after-broadcast'
  | 'before-confirm'
  | 'after-confirm';

const armed = new Set(
  process.env['FAILPOINTS_ENABLED'] === 'true' ? (process.env['FAILPOINTS'] ?? '').split(',').filter(Boolean) : [],
);

/** Dies by SIGKILL when the failpoint is armed, optionally only for one label (`after-commit:quests.credit`). */
export function failpoint(name: Failpoint, label = ''): void {
  if (armed.size > 0 && (armed.has(name) || armed.has(`${name}:${label}`))) process.kill(process.pid, 'SIGKILL');
}
