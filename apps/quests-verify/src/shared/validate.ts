import { AppError, type FieldError } from '@questp/messages/language';

/** VALIDATION_FAILED with the errors, unless there are none. */
export function refuseInvalid(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
}
