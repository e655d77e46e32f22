import { request, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@questp/messages/language';
import { isInternal } from './internal-address.js';
import { readJson, refusalIn } from './refusal.js';

/** Without a byte: a process that is stopped, or a reader that does not read, would keep the connection for ever. */
const IDLE_MS = 60_000;

/**
 * The bytes that a ticket is for. They fail where the service fails, so that what ended is whole.
 *
 * @param url of the ticket
 * @param signal nobody wants them any more: ends the work behind them
 * @throws AppError what the service refuses it with; SERVICE_UNAVAILABLE when it cannot be reached
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
 * Delivers bytes with a ticket and tells what became of them.
 *
 * @throws AppError what the service refuses them with; SERVICE_UNAVAILABLE when it cannot be reached; UPSTREAM_TIMEOUT
 *   when the connection broke
 */
export async function sendBytes(url: string, bytes: Readable, signal: AbortSignal): Promise<object> {
  const opened = open(url, optionsOf('PUT', signal));
  const answered = answerOf(opened);
  // A service that refuses reads no further: what it said counts, not that its end is closed.
  const sent = pipeline(bytes, opened).catch(() => undefined);
  const answer = await answered;
  if (answer.statusCode !== 200) throw await refusalIn(answer);
  await sent;
  return readJson(answer);
}

/** A service may name nothing but a ticket, at an address of an internal network: not another page of a neighbour. */
const TICKET = /^http:\/\/(?:\[([\da-f:]+)\]|([\d.]+)):\d+\/bytes\/[\w-]{43}$/;

function open(url = '', options: RequestOptions): ClientRequest {
  const [, ofVersion6, ofVersion4] = TICKET.exec(url) ?? [];
  if (!isInternal(ofVersion6 ?? ofVersion4 ?? '')) throw new AppError('INTERNAL');
  return request(url, options);
}

const optionsOf = (method: string, signal: AbortSignal): RequestOptions => ({
  method,
  signal,
  // A connection of its own, which ends with it.
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

/** What was asked for may be asked for again; what was delivered may have arrived. */
const brokenOff = ({ method }: ClientRequest, error: NodeJS.ErrnoException): AppError =>
  method === 'PUT' && error.code !== 'ECONNREFUSED'
    ? new AppError('UPSTREAM_TIMEOUT')
    : new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
