import { ProblemError, unwrap, type ProblemCode } from '@questp/sdk';

/** An answer of a client of the SDK. */
type Answer<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/**
 * The data of an answer, or the code of its error if that is one of the allowed.
 * @throws ProblemError for any other error
 */
export async function attempt<Data>(
  answer: Answer<Data>,
  ...allowed: ProblemCode[]
): Promise<{ data: Exclude<Data, undefined> } | { refusal: ProblemCode }> {
  try {
    return { data: await unwrap(answer) };
  } catch (error) {
    if (error instanceof ProblemError && allowed.includes(error.code)) return { refusal: error.code };
    throw error;
  }
}

/** @throws Error unless the request is refused with this code */
export async function refused(answer: Answer<unknown>, code: ProblemCode): Promise<void> {
  const outcome = await attempt(answer, code);
  if (!('refusal' in outcome)) throw new Error(`A request succeeded that should be refused with ${code}`);
}
