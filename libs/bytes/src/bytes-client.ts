import { request, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { AppError } from '@questp/messages/language';
import { isInternal } from './internal-address.js';
import { readJson, refusalIn } from './refusal.js';

/** Timeout without a byte: otherwise a stopped process or a stalled reader would hold the connection forever. */
const IDLE_MS = 60_000;

/**
 * Fetches the bytes of a ticket. The stream fails if the service fails, so a stream that ends is complete.
 * @param url of the ticket
 * @param signal aborts the transfer and the work behind it
 * @throws AppError the refusal of the service; SERVICE_UNAVAILABLE when it cannot be reached
 */
export async function fetchBytes(url: string | undefined, signal: AbortSignal): Promise<Readable> {
  const opened = open(url, optionsOf('GET', signal));
  const answered = answerOf(opened);
  opened.end();
  const answer = await answered;
  if (answer.statusCode !== 200) throw await refusalIn(answer);
  return answer;
}

/**
 * Sends bytes with a ticket and returns the result.
 * @throws AppError the refusal of the service; SERVICE_UNAVAILABLE when it cannot be reached; UPSTREAM_TIMEOUT when the
 * connection broke
 */
export async function sendBytes(url: string, bytes: Readable, signal: AbortSignal): Promise<object> {
  // A service can refuse bytes that it has not read. If it closed the connection then, the write here would fail before
  // the refusal is read.
  const opened = open(url, { ...optionsOf('PUT', signal), headers: { connection: 'keep-alive' } });
  const answered = answerOf(opened);
  // A source that is closed before its end emits no error; the service would wait for the rest until the idle timeout.
  finished(bytes, { writable: false }, (error) => error && opened.destroy(error));
  bytes.pipe(opened);
  const answer = await answered;
  if (answer.statusCode === 200) return readJson(answer);
  const refusal = await refusalIn(answer);
  // The source stays open, so that its client receives the refusal.
  bytes.unpipe(opened);
  opened.destroy();
  throw refusal;
}

/**
 * Accepts only ticket URLs at addresses of internal networks, so that a service cannot make the gateway fetch anything
 * else.
 */
const TICKET = /^http:\/\/(?:\[([\da-f:]+)\]|([\d.]+)):\d+\/bytes\/[\w-]{43}$/;

function open(url = '', options: RequestOptions): ClientRequest {
  const [, ofVersion6, ofVersion4] = TICKET.exec(url) ?? [];
  if (!isInternal(ofVersion6 ?? ofVersion4 ?? '')) throw new AppError('INTERNAL');
  return request(url, options);
}

const optionsOf = (method: string, signal: AbortSignal): RequestOptions => ({
  method,
  signal,
  // A separate connection per transfer, which ends with it.
  agent: false,
  timeout: IDLE_MS,
});

function answerOf(opened: ClientRequest): Promise<IncomingMessage> {
  opened.on('timeout', () => opened.destroy(new Error('no byte for a minute')));
  return new Promise((resolve, reject) => {
    opened.once('response', resolve);
    opened.on('error', (error) => reject(brokenOff(opened, error)));
  });
}

/** Fetching can be repeated safely; sent bytes may have arrived. */
const brokenOff = ({ method }: ClientRequest, error: NodeJS.ErrnoException): AppError =>
  method === 'PUT' && error.code !== 'ECONNREFUSED'
    ? new AppError('UPSTREAM_TIMEOUT')
    : new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
