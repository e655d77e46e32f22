import { AppError } from '@questp/messages';
import { unstorableText } from '../credit/unstorable-text.js';

/** VALIDATION_FAILED for a reason the database cannot hold. */
export function assertStorableReason(reason: string): void {
  const error = unstorableText(reason, '/reason');
  if (error !== null) throw new AppError('VALIDATION_FAILED', { errors: [error] });
}
