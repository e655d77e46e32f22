import type { IncidentKind, IntegrationHealth } from '@questp/messages/integrations';
import type { Told } from './incidents.repository.js';

/** Checks in a row in which an integration is down before operators are told: one may meet a restart. */
const MOST_FAILED = 2;
/** The part of a quota above which it is no longer nearly used. */
const ENOUGH = 0.2;

export interface Observed extends Pick<IntegrationHealth, 'status' | 'quota'> {
  /** The quota is nearly used, or used up. */
  isLow: boolean;
  /** Requests to it keep failing. */
  isFailing: boolean;
}

/** What operators are told now, and what they know then. */
export function incidentsOf(told: Told, { status, quota, isLow, isFailing }: Observed): [IncidentKind[], Told] {
  const failedChecks = status === 'down' ? told.failedChecks + 1 : 0;
  const isSetUp = status !== 'not_set_up';
  const isDown = isSetUp && (isFailing || failedChecks >= MOST_FAILED || (told.isDown && status === 'down'));
  const hasEnough = quota === null || quota.remaining >= quota.limit * ENOUGH;
  const quotaIsLow = isSetUp && (isLow || (told.quotaIsLow && !hasEnough));
  const kinds: IncidentKind[] = [];
  if (isDown && !told.isDown) kinds.push('down');
  if (!isDown && told.isDown && isSetUp) kinds.push('recovered');
  if (quotaIsLow && !told.quotaIsLow) kinds.push('quota_nearly_used');
  return [kinds, { failedChecks, isDown, quotaIsLow }];
}
