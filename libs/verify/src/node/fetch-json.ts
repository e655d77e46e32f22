import { parseJson, TooDeep } from '@questp/messages/language';

/** Error of an endpoint that does not answer, or whose answer cannot be used. */
export class FetchError extends Error {}

const MIB = 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Maximum characters of a node's refusal in the error. */
const REASON = 300;

/** Bounds of everything that is read for one verification, whatever the endpoints send. */
export class Budget {
  private readonly endsAt: number;

  constructor(
    private bytes = 1024 * MIB,
    minutes = 30,
  ) {
    this.endsAt = Date.now() + minutes * 60_000;
  }

  /** @throws FetchError when too much was read, or for too long */
  take(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0) throw new FetchError('more was sent than a verification needs');
    if (Date.now() > this.endsAt) throw new FetchError('the endpoints are too slow');
  }
}

/**
 * Sends a GET request without headers of its own, so that a browser needs no preflight.
 * @param maxBytes of the answer
 * @returns the JSON of the answer, not validated
 * @throws FetchError
 */
export async function fetchJson(url: string, maxBytes: number, budget: Budget): Promise<unknown> {
  budget.take(0);
  const shown = url.length > 200 ? `${url.slice(0, 200)}...` : url;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, {
      signal,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    const body = await readText(response, maxBytes, budget);
    if (!response.ok) throw new FetchError(`answers ${response.status}: ${body.slice(0, REASON)}`);
    return parseJson(body);
  } catch (error) {
    throw new FetchError(`${shown} ${reasonOf(error)}`, { cause: error });
  }
}

async function readText({ body }: Response, maxBytes: number, budget: Budget): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  let size = 0;
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > maxBytes) throw new FetchError(`sends more than ${maxBytes} bytes`);
      budget.take(value.length);
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    // Also after the end of the body, where it does nothing.
    await reader.cancel().catch(() => undefined);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof FetchError) return error.message;
  if (error instanceof TooDeep) return `answers JSON ${error.message}`;
  if (error instanceof SyntaxError) return 'answers no JSON';
  const { name, message, cause } = detailsOf(error);
  if (name === 'TimeoutError') return `does not answer in ${TIMEOUT_MS / 1000} seconds`;
  // fetch says why in the cause in Node.js, and nowhere in browsers.
  return `cannot be read: ${detailsOf(cause).message ?? message}`;
}

/** Errors of fetch can come from another realm. */
const detailsOf = (error: unknown): Partial<Error> => (typeof error === 'object' && error !== null ? error : {});
