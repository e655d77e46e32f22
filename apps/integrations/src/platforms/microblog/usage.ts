import { at } from '../../description/account.js';
import { countOf, type Shown } from '../../outbound/finding.js';

/** Posts that the application has read of those that its plan allows in a month (GET /2/usage/tweets). */
export function readUsage(body: unknown): Shown | undefined {
  const data = at(body, 'data');
  const [used, limit] = [countOf(at(data, 'project_usage')), countOf(at(data, 'project_cap'))];
  if (used === undefined || limit === undefined) return undefined;
  const quota = { remaining: Math.max(0, limit - used), limit, resetsAt: resetOn(countOf(at(data, 'cap_reset_day'))) };
  return { detail: 'The bearer token was accepted.', quota };
}

/** The next time that a day of the month begins in UTC. */
function resetOn(day: number | undefined, now = new Date()): Date | null {
  if (day === undefined || day < 1 || day > 31) return null;
  const inMonth = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, day));
  return [inMonth(0), inMonth(1)].find((date) => date > now) ?? null;
}
