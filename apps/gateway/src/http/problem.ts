import { type AppError, ERROR_TABLE, type ErrorCode, type FieldError } from '@questp/messages/language';

export const PROBLEM_TYPE = 'application/problem+json';

/** RFC 9457, with the members that every error of the API has. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ErrorCode;
  requestId: string;
  errors?: FieldError[];
}

/** URL of the page that explains a code; part of the API. */
export const problemType = (code: ErrorCode) => `/docs/errors#${code}`;

/** Further members of the error (`availableAt`, …) are added beside the fixed ones and cannot replace them. */
export function toProblem(error: AppError, instance: string, requestId: string): Problem {
  const { detail, errors, extra } = error.details;
  const { status, title } = ERROR_TABLE[error.code];
  return {
    ...extra,
    type: problemType(error.code),
    title,
    status,
    detail: detail ?? `${title}.`,
    instance,
    code: error.code,
    requestId,
    ...(errors === undefined ? {} : { errors }),
  };
}
