import { ERROR_TABLE, type ErrorCode } from './error-table.js';
import type { FieldError } from './field-error.js';

export interface ErrorDetails {
  /** Detail of this occurrence; by default the title of the table. */
  detail?: string;
  errors?: FieldError[];
  /** Seconds after which to retry (Retry-After). */
  retryAfter?: number;
  extra?: ProblemExtra;
}

/** Further members of the problem document; unknown ones are left out. */
export interface ProblemExtra {
  /** When the same request can succeed; ISO 8601 UTC with milliseconds. */
  availableAt?: string;
  /** Quests to complete first; without a title while the quest is not public. */
  missingPrerequisites?: readonly { id: string; title: string | null }[];
  /** Platform whose account has to be linked, or linked again. */
  missingAccount?: string;
  /** Offer to merge the account that has the sign-in method; it expires in 10 minutes. */
  mergeOfferId?: string;
}

/** When the same request can succeed, if known. */
export const opensAt = (moment: Date | null | undefined): Pick<ProblemExtra, 'availableAt'> =>
  moment ? { availableAt: moment.toISOString() } : {};

/** Error reply on the message bus. */
export interface ErrorEnvelope extends ErrorDetails {
  code: ErrorCode;
}

/** An error for the caller. Any other exception is a defect and is answered as INTERNAL. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(details.detail ?? ERROR_TABLE[code].title);
    this.name = 'AppError';
  }

  get status(): number {
    return ERROR_TABLE[this.code].status;
  }

  toEnvelope(): ErrorEnvelope {
    return { code: this.code, ...this.details };
  }

  static fromEnvelope({ code, ...details }: ErrorEnvelope): AppError {
    return new AppError(code, details);
  }
}

/** VALIDATION_FAILED with the errors, unless there are none. */
export function refuseInvalid(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
}

/** True if a reply is the error envelope of another service. */
export function isErrorEnvelope(value: unknown): value is ErrorEnvelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    Object.hasOwn(ERROR_TABLE, value.code)
  );
}
