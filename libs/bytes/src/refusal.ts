import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, isErrorEnvelope } from '@questp/messages/language';

/** Maximum size of a refusal, and of the reply to received bytes. */
const MAX_BYTES = 64 * 1024;

/** Answers with JSON if no bytes have been sent yet. */
export function answerJson(response: ServerResponse, status: number, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

/** Parses a JSON answer; INTERNAL for one that is invalid or too long. */
export async function readJson(message: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new AppError('INTERNAL');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as object;
  } catch {
    throw new AppError('INTERNAL');
  }
}

/** The error in an answer whose status is not 200. */
export async function refusalIn(message: IncomingMessage): Promise<AppError> {
  // An unknown ticket was used, has expired, or belongs to a process that has ended.
  if (message.statusCode === 404) return new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
  const { error } = (await readJson(message)) as { error?: unknown };
  return isErrorEnvelope(error) ? AppError.fromEnvelope(error) : new AppError('INTERNAL');
}
