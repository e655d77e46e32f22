import type { IncidentKind, IntegrationHealth } from '@questp/messages/integrations';
import type { Notified } from './incidents.repository.js';

/** Consecutive failed checks before operators are notified. A restart can fail one check. */
const FAILED_CHECKS = 2;
/** Fraction of a quota that must remain before operators can be notified of it again. */
const ENOUGH = 0.2;

export interface Observed extends Pick<IntegrationHealth, 'status' | 'quota'> {
  /** True if the quota is used up or nearly used. */
  isLow: boolean;
  /** True if requests to the integration keep failing. */
  isFailing: boolean;
}

/** Returns the incidents to notify operators of, and the state to store. */
export function incidentsOf(
  notified: Notified,
  { status, quota, isLow, isFailing }: Observed,
): [IncidentKind[], Notified] {
  const failedChecks = status === 'down' ? notified.failedChecks + 1 : 0;
  const isSetUp = status !== 'not_set_up';
  const isDown = isSetUp && (isFailing || failedChecks >= FAILED_CHECKS || (notified.isDown && status === 'down'));
  const hasEnough = quota === null || quota.remaining >= quota.limit * ENOUGH;
  const quotaIsLow = isSetUp && (isLow || (notified.quotaIsLow && !hasEnough));
  const kinds: IncidentKind[] = [];
  if (isDown && !notified.isDown) kinds.push('down');
  if (!isDown && notified.isDown && isSetUp) kinds.push('recovered');
  if (quotaIsLow && !notified.quotaIsLow) kinds.push('quota_nearly_used');
  return [kinds, { failedChecks, isDown, quotaIsLow }];
}
