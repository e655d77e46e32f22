import { ERROR_TABLE, type ErrorCode } from './error-table.js';
import type { FieldError } from './field-error.js';

export interface ErrorDetails {
  /** Sentence for this occurrence; the table's title when absent. */
  detail?: string;
  errors?: FieldError[];
  /** Seconds after which a retry makes sense (Retry-After). */
  retryAfter?: number;
  extra?: ProblemExtra;
}

/** Further members of a problem document; each is left out where it is not known. */
export interface ProblemExtra {
  /** When the same request can succeed; ISO 8601 UTC with milliseconds. */
  availableAt?: string;
  /** The quests that have to be completed first; without a title while it is not public. */
  missingPrerequisites?: readonly { id: string; title: string | null }[];
  /** By which the account that has it can be merged into the own one; for 10 minutes. */
  mergeOfferId?: string;
}

/** The moment from which the same request can succeed, where there is one that is known. */
export const opensAt = (moment: Date | null | undefined): Pick<ProblemExtra, 'availableAt'> =>
  moment ? { availableAt: moment.toISOString() } : {};

/** What crosses the message bus instead of an exception. */
export interface ErrorEnvelope extends ErrorDetails {
  code: ErrorCode;
}

/** An error the caller is meant to see. Anything else that is thrown is a defect and answers as INTERNAL. */
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

/** True for an object another service sent as its error. */
export function isErrorEnvelope(value: unknown): value is ErrorEnvelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    Object.hasOwn(ERROR_TABLE, value.code)
  );
}
