import { parseJson } from '@questp/messages/language';
import { UnusableAnswer } from '../../outbound/described-json.js';
import { addressOf, bearer, JSON_BODY, passOrFail, type Check, type EndpointContract } from './endpoint-contract.js';

/**
 * Galxe REST credentials: `$address` in the URL or in the body of a POST. A JavaScript expression is not evaluated: the
 * value at a JSON Pointer is compared, the whole answer by default.
 */
export const galxe: EndpointContract = {
  request: (check) => {
    const { url, method = 'GET', body } = check.endpoint;
    const address = addressOf(check);
    const sent = body?.replaceAll('$address', JSON.stringify(address).slice(1, -1));
    return {
      method,
      url: url.replaceAll('$address', encodeURIComponent(address)),
      headers: { ...bearer(check), ...(method === 'POST' && JSON_BODY) },
      ...(method === 'POST' && sent !== undefined && { body: sent }),
    };
  },
  read: ({ body }, check) => passOrFail(hasPassed(jsonIn(body), check)),
};

function jsonIn(body: Buffer): unknown {
  try {
    return parseJson(body.toString('utf8'));
  } catch {
    throw new UnusableAnswer('the answer is not JSON');
  }
}

/** Passes: true, 1, or a number from `resultAtLeast` on; fails: false, 0 and smaller numbers. */
export function hasPassed(answer: unknown, { endpoint: { resultPointer = '', resultAtLeast = 1 } }: Check): boolean {
  const value = valueAt(answer, resultPointer);
  if (typeof value === 'boolean') return value;
  const number = typeof value === 'string' && /^\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number') {
    throw new UnusableAnswer('the result is neither true, false nor a number');
  }
  return number >= resultAtLeast;
}

/** RFC 6901. @throws UnusableAnswer */
function valueAt(answer: unknown, pointer: string): unknown {
  let value = answer;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
      throw new UnusableAnswer('the answer has no value at the pointer of the result');
    }
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
