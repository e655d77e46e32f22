import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64url } from '@scure/base';

/** Error of a node that does not answer or refuses the request. */
export class RestError extends Error {}

/**
 * Sends a GET request to a node's REST endpoint.
 * @param rest URL without a slash at the end
 * @returns the JSON of the answer, not validated
 * @throws RestError
 */
export async function getJson<T>(rest: string, path: string): Promise<T> {
  const url = `${rest}${path}`;
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  } catch (cause) {
    throw new RestError(`${url} cannot be reached`, { cause });
  }
  const text = await response.text();
  if (!response.ok) throw new RestError(`${url} answers ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

/**
 * A contract's answer to a query (specification 4.5).
 * @throws RestError with the contract's error
 */
export async function smartQuery<T>(rest: string, contract: string, query: object): Promise<T> {
  // Base64url, because a slash would end the path segment; the gateway accepts it with padding.
  const encoded = base64url.encode(utf8ToBytes(JSON.stringify(query)));
  return (await getJson<{ data: T }>(rest, `/cosmwasm/wasm/v1/contract/${contract}/smart/${encoded}`)).data;
}
