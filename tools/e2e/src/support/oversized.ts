import type { Answer } from './call.js';

/**
 * The answer to a request whose body is too large, if there was one: the gateway closes the connection without reading
 * the rest, and then a client that is still sending may learn of that alone.
 */
export async function unlessCutOff<T>(answer: Promise<Answer<T>>): Promise<Answer<T> | undefined> {
  try {
    return await answer;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(cause?.code ?? '')) return undefined;
    throw error;
  }
}
