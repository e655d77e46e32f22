import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Sent {
  method: string;
  /** With the query. */
  path: string;
  token: string;
  body?: object;
  idempotencyKey?: string;
}

/** Longer than any request takes. */
const TIMEOUT_MS = 60_000;

/** Longer than a connection takes to a gateway that runs; packets to the address of one that is gone may be dropped. */
const CONNECT_MS = 5_000;

export interface Answered {
  status: number;
  body: string;
}

/** No answer: no connection was opened (`refused`), or the connection was reset without a byte of an answer (`reset`). */
export interface Unanswered {
  problem: 'refused' | 'reset';
  /** In ms since 1970. */
  sentAt: number;
}

/** Sends a request on a connection of its own. */
export async function sendOnce(
  gateway: string,
  { method, path, token, body, idempotencyKey }: Sent,
): Promise<Answered | Unanswered> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  const sentAt = Date.now();
  let isConnected = false;
  const sent = request(new URL(path, gateway), { method, headers, agent: false, timeout: TIMEOUT_MS });
  const connecting = setTimeout(() => sent.destroy(new Error('no connection')), CONNECT_MS);
  const onConnect = () => {
    isConnected = true;
    clearTimeout(connecting);
  };
  sent.on('socket', (socket) => socket.once('connect', onConnect));
  sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered within a minute`)));
  let answer: IncomingMessage;
  try {
    answer = await answerOf(sent, body);
  } catch (error) {
    if (!isConnected) return { problem: 'refused', sentAt };
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return { problem: 'reset', sentAt };
    throw error;
  }
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

const answerOf = (sent: ClientRequest, body?: object) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });
