import { AppError } from '@questp/messages/language';
import type { Period } from '@questp/messages/shared';
import { fullConfig, splitConfig, withStoredSecrets } from '../../catalog/definition/secrets.js';
import type { TaskType } from '../../catalog/definition/task-type.js';
import { validateConfig } from '../../catalog/definition/validation.js';
import type { QuestRow } from './quest.js';

/** The settings that depend on the task type. */
export type QuestSettings = Pick<QuestRow, 'method' | 'period' | 'config' | 'verificationConfig'>;

/**
 * The settings of a quest after a request. Missing members keep the stored value or get the type's default, also
 * secrets in `config`. VALIDATION_FAILED for a method, period or limit that is not the type's, TASK_CONFIG_INVALID with
 * pointers into /config.
 */
export function questSettings(
  type: TaskType,
  request: Partial<Pick<QuestRow, 'method' | 'period' | 'config' | 'maxCompletions'>>,
  stored?: QuestSettings,
): QuestSettings {
  const method = request.method ?? stored?.method ?? type.methods[0];
  const period = request.period ?? stored?.period ?? defaultPeriod(type);
  if (!type.methods.includes(method)) notOfType('/method', `It is verified by ${type.methods.join(' or ')}.`);
  if (!type.periods.includes(period.kind)) notOfType('/period/kind', `It can be ${type.periods.join(' or ')}.`);
  if (type.limitedBy !== undefined && (request.maxCompletions ?? null) !== null)
    notOfType('/maxCompletions', `It is limited by ${type.limitedBy}.`);
  if (stored !== undefined && request.config === undefined && method === stored.method) {
    return { method, period, config: stored.config, verificationConfig: stored.verificationConfig };
  }

  const config = request.config ?? stored?.config ?? {};
  const whole =
    stored === undefined
      ? config
      : withStoredSecrets(
          type,
          config,
          fullConfig({ publicConfig: stored.config, verificationConfig: stored.verificationConfig }),
        );
  const valid = validateConfig(type, whole, method);
  if (!valid.ok) {
    const errors = valid.errors.map((error) => ({ ...error, pointer: `/config${error.pointer}` }));
    throw new AppError('TASK_CONFIG_INVALID', { errors });
  }
  const { publicConfig, verificationConfig } = splitConfig(type, valid.value);
  return { method, period, config: publicConfig, verificationConfig };
}

function defaultPeriod({ periods }: TaskType): Period {
  return { kind: periods.includes('once') ? 'once' : 'daily' };
}

function notOfType(pointer: string, detail: string): never {
  throw new AppError('VALIDATION_FAILED', { errors: [{ pointer, code: 'NOT_ALLOWED', detail }] });
}
