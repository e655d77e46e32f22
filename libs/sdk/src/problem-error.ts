import type { components } from './generated/schema.js';

export type Problem = components['schemas']['Problem'];
export type ProblemCode = Problem['code'];

/** An error answer of the API. */
export class ProblemError extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
    /** Value of the Retry-After header, in seconds. */
    readonly retryAfter: number | null,
  ) {
    super(`${problem.code} (${status}): ${problem.detail}`);
    this.name = 'ProblemError';
  }

  get code(): ProblemCode {
    return this.problem.code;
  }
}

/**
 * The data of an answer.
 * @throws ProblemError for an error of the API; Error for any other failing answer
 */
export async function unwrap<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Exclude<Data, undefined>> {
  const { data, error, response } = await answer;
  if (response.ok) return data as Exclude<Data, undefined>;
  if (!isProblem(error)) throw new Error(`${response.status} from ${response.url} is not an answer of the API`);
  const retryAfter = response.headers.get('retry-after');
  throw new ProblemError(error, response.status, retryAfter === null ? null : Number(retryAfter));
}

/** True if the same request will always be refused. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ProblemError && error.status < 500 && error.status !== 429;

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'status' in value;
}
