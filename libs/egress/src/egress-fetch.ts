import { isShallow, TooDeep } from '@questp/messages/language';
import type { EgressAnswer, EgressFailure } from './egress-outcome.js';
import { allowedUrl, METHODS, NOT_A_URL, type Egress, type EgressOptions } from './egress.js';

/** A request of `egressFetch` that got no usable response. */
export class EgressError extends Error {
  constructor(readonly failure: EgressFailure) {
    super(failure.detail);
  }
}

/** A status that Response does not allow. */
const NOT_HTTP: EgressFailure = { outcome: 'unreachable', detail: 'not HTTP' };
const TOO_DEEP: EgressFailure = { outcome: 'too_large', detail: new TooDeep().message };

/**
 * A `fetch` for libraries, which parse the JSON of answers themselves, with the limits of the egress client. Bodies are
 * read whole in both directions, redirects are followed as `options` say, and every failure is an EgressError.
 */
export function egressFetch(
  egress: Egress,
  options: Omit<EgressOptions, 'headers' | 'signal'>,
): typeof globalThis.fetch {
  return async (input, init) => {
    // Errors of Request contain the URL.
    if (!(input instanceof Request) && !allowedUrl(String(input))) throw new EgressError(NOT_A_URL);
    // The signal of a Request no longer fires once the Request is garbage collected, so the caller's own is passed on.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const request = new Request(input, { ...init, signal: null });
    const method = METHODS.find((name) => name === request.method);
    if (method === undefined) throw new EgressError({ outcome: 'not_allowed', detail: `method ${request.method}` });
    const outcome = await egress.send(request.url, {
      ...options,
      method,
      headers: Object.fromEntries(request.headers),
      ...(request.body && { body: Buffer.from(await request.arrayBuffer()) }),
      ...(signal && { signal }),
    });
    if (outcome.outcome !== 'answered') throw new EgressError(outcome);
    return toResponse(outcome);
  };
}

function toResponse({ status, headers, body }: EgressAnswer): Response {
  if (status > 599) throw new EgressError(NOT_HTTP);
  if (!isShallow(body.toString())) throw new EgressError(TOO_DEEP);
  const response = new Response(body.length === 0 ? null : new Uint8Array(body), { status });
  for (const [name, value] of Object.entries(headers)) {
    // These describe the body before it was decoded.
    if (name === 'content-encoding' || name === 'content-length') continue;
    for (const one of [value ?? []].flat()) response.headers.append(name, one);
  }
  return response;
}
