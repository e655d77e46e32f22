import { AppError } from '@questp/messages/language';

export interface Step<Status> {
  from: readonly Status[];
  to: Status;
}

/**
 * Whether a step changes something: false when the state is reached already.
 * INVALID_TRANSITION when the step cannot be made from `status`.
 */
export function isChange<Status extends string>(status: Status, step: Step<Status>): boolean {
  if (status === step.to) return false;
  if (step.from.includes(status)) return true;
  throw new AppError('INVALID_TRANSITION', { detail: `From ${status} there is no way to ${step.to}.` });
}
