import { AppError, fieldError, opensAt } from '@questp/messages/language';
import type { Period } from '@questp/messages/shared';
import { nextPeriodStart, periodKey, periodStart } from '../../shared/period.js';
import { decidesAlike } from '../../catalog/definition/deciding-config.js';
import { fullConfig, namesSecrets } from '../../catalog/definition/secrets.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { TASK_TYPES } from '../../task-types/index.js';
import type { QuestRow } from './quest.js';

type Rules = Pick<QuestRow, 'taskTypeId' | 'method' | 'period' | 'prerequisites' | 'config' | 'verificationConfig'>;

/** Members of a change that can affect who earns what. */
export const DECIDING = ['method', 'period', 'prerequisites', 'config'] as const;
type Deciding = (typeof DECIDING)[number];

/**
 * The changed members that decide who may earn. Every secret in the request counts, even if it equals the stored one:
 * the response must not reveal that.
 * @param config as the request has it
 */
export function changedRules(before: Rules, after: Rules, config: JsonObject | undefined): Deciding[] {
  const type = TASK_TYPES.get(before.taskTypeId);
  const changed: Record<Deciding, boolean> = {
    method: before.method !== after.method,
    period: !isSamePeriod(before.period, after.period),
    prerequisites: !isSameSet(before.prerequisites, after.prerequisites),
    config: config !== undefined && (namesSecrets(type, config) || !decidesAlike(type, whole(before), whole(after))),
  };
  return DECIDING.filter((member) => changed[member]);
}

/**
 * Time since which no one may have taken part, so that such a change is allowed: the start of the current period by the
 * old or the new setting, whichever is earlier; null: ever.
 */
export function unusedSince(before: Rules, after: Rules, now: Date): Date | null {
  if (isDecidedAtOnce(before)) return null;
  const starts = [before.period, after.period].map((period) => periodStart(periodKey(period, now)));
  return starts.reduce((earliest, start) =>
    earliest === null || start === null ? null : start < earliest ? start : earliest,
  );
}

/** QUEST_RULES_FIXED with the members and, if a later period allows the change, its start. */
export function rulesFixed(members: readonly Deciding[], before: Rules, after: Rules, now: Date): AppError {
  const ends = [before.period, after.period].map((period) => nextPeriodStart(period, now));
  const availableAt = ends.reduce((latest, end) =>
    latest === null || end === null ? null : end > latest ? end : latest,
  );
  return new AppError('QUEST_RULES_FIXED', {
    errors: members.map((member) =>
      fieldError(`/${member}`, 'NOT_ALLOWED', {}, 'Somebody has taken part in this period.'),
    ),
    extra: opensAt(isDecidedAtOnce(before) ? null : availableAt),
  });
}

/** The entries of all periods are decided together, by the rules at the end. */
const isDecidedAtOnce = ({ taskTypeId }: Rules): boolean => TASK_TYPES.get(taskTypeId).limitedBy !== undefined;

const whole = ({ config, verificationConfig }: Rules): JsonObject =>
  fullConfig({ publicConfig: config, verificationConfig });

const isSamePeriod = (left: Period, right: Period): boolean =>
  left.kind === right.kind && (left.kind !== 'interval' || right.kind !== 'interval' || left.hours === right.hours);

const isSameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && new Set([...left, ...right]).size === left.length;
