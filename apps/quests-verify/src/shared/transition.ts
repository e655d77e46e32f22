import { AppError } from '@questp/messages/language';

export interface Step<Status> {
  from: readonly Status[];
  to: Status;
}

/**
 * False if the status is already the target of the step.
 * @throws AppError INVALID_TRANSITION if the step is not possible from `status`
 */
export function isChange<Status extends string>(status: Status, step: Step<Status>): boolean {
  if (status === step.to) return false;
  if (step.from.includes(status)) return true;
  throw new AppError('INVALID_TRANSITION', { detail: `From ${status} there is no way to ${step.to}.` });
}
