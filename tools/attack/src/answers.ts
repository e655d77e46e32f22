import type { Problem } from '@questp/sdk';
import { pause, type Answer } from '@questp/e2e';
import type { Tries } from './attack.js';

/** The code of an error, or the status of a success. */
export const codeOf = ({ error, response }: Answer): string =>
  (error as Partial<Problem> | undefined)?.code ?? String(response.status);

/** The same request again as long as it is only asked to wait. */
export async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (codeOf(answer) !== 'RATE_LIMITED') return answer;
    await pause(Number(answer.response.headers.get('retry-after') ?? 1) * 1_000);
  }
}

/** Notes whether the request is refused with one of the codes. */
export async function refuses(
  tries: Tries,
  what: string,
  codes: readonly string[],
  ask: () => Promise<Answer>,
): Promise<void> {
  const code = codeOf(await patiently(ask));
  tries.note(what, codes.includes(code), code);
}
