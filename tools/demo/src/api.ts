import { setTimeout as sleep } from 'node:timers/promises';
import { createQuestpClient, follow, ProblemError, unwrap, type ProblemCode, type QuestpClient } from '@questp/sdk';
import type { Measurements } from './measurements.js';

/** An answer of a client of the SDK. */
type Answer<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/** The platform refused a request that was meant to succeed, or did one that was meant to be refused. */
export class SurprisingAnswer extends Error {}

/** The public API as one person uses it: anonymous, or with a token. Every request is measured. */
export class Person {
  readonly api: QuestpClient;

  constructor(
    private readonly url: string,
    readonly measurements: Measurements,
    private readonly token?: string,
  ) {
    this.api = createQuestpClient({ baseUrl: url, ...(token === undefined ? {} : { token }) });
    this.api.use(measuring(measurements));
  }

  /** The same person with a token. */
  signedIn(token: string): Person {
    return new Person(this.url, this.measurements, token);
  }

  /** What happens to the own submissions; `onOpen` is called with each connection. */
  followSubmissions(signal: AbortSignal, onOpen: () => void) {
    const send = async (request: Request) => {
      const response = await fetch(request);
      if (response.ok) onOpen();
      return response;
    };
    const token = this.token === undefined ? {} : { token: this.token };
    return follow('/v1/realtime/submissions', { baseUrl: this.url, ...token, fetch: send, signal });
  }

  /** The body of an answer that has to be a success. */
  async get<Data>(answer: Answer<Data>): Promise<Exclude<Data, undefined>> {
    const outcome = await this.attempt(answer);
    if ('refusal' in outcome) throw new SurprisingAnswer(outcome.refusal);
    return outcome.data;
  }

  /** The body, or the code of the refusal when it is one of those that may be. */
  async attempt<Data>(
    answer: Answer<Data>,
    ...allowed: ProblemCode[]
  ): Promise<{ data: Exclude<Data, undefined> } | { refusal: ProblemCode }> {
    try {
      return { data: await unwrap(answer) };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const expected = allowed.includes(error.code);
      this.measurements.refused(error.code, expected);
      if (expected) return { refusal: error.code };
      const { response } = await answer;
      throw new SurprisingAnswer(`${new URL(response.url).pathname}: ${error.message}`, { cause: error });
    }
  }

  /** Makes sure that the request is refused with this code. */
  async refused(answer: Answer<unknown>, code: ProblemCode): Promise<void> {
    const outcome = await this.attempt(answer, code);
    if (!('refusal' in outcome)) throw new SurprisingAnswer(`A request succeeded that had to be refused with ${code}`);
  }
}

/** Times every request by its route, and waits when a rate limit asks for it. */
function measuring(measurements: Measurements): Parameters<QuestpClient['use']>[0] {
  const sent = new Map<string, { at: number; again: Request }>();
  return {
    onRequest: ({ id, request }) => {
      sent.set(id, { at: performance.now(), again: request.clone() });
    },
    onResponse: async ({ id, request, schemaPath, response }) => {
      const first = sent.get(id);
      sent.delete(id);
      if (!first) return undefined;
      const endpoint = `${request.method} ${schemaPath}`;
      measurements.record(endpoint, performance.now() - first.at);
      let answer = response;
      while (answer.status === 429) {
        measurements.rateLimited += 1;
        await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1));
        const at = performance.now();
        answer = await fetch(first.again.clone());
        measurements.record(endpoint, performance.now() - at);
      }
      return answer;
    },
  };
}
