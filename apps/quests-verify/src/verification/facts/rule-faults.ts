import { queueOperatorAlert } from '@questp/events';
import type { Queries } from '@questp/postgres';
import { Counter, metrics, type Logger } from '@questp/service';

const faults = new Counter({
  name: 'questp_rule_errors_total',
  help: 'Checks that ended with an error of the rule of their task type, or of its questions to platforms',
  labelNames: ['task_type'],
  registers: [metrics],
});

/** Counts an error of a task type's code and alerts operators. */
export async function reportFault(on: Queries, logger: Logger, taskTypeId: string, error: unknown): Promise<void> {
  logger.error({ err: error, taskTypeId }, 'rule failed');
  faults.inc({ task_type: taskTypeId });
  const reason = String(error).slice(0, 500);
  await queueOperatorAlert(on, 'task_type.failed', taskTypeId, { taskTypeId, reason });
}
