import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, isErrorEnvelope } from '@questp/messages/language';

/** Maximum size of a refusal, and of the reply to received bytes. */
const MOST_BYTES = 64 * 1024;

/** Answers with JSON where no bytes have been sent yet. */
export function answerJson(response: ServerResponse, status: number, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

/** What JSON answers say; INTERNAL for what is none, or too long. */
export async function readJson(message: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new AppError('INTERNAL');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as object;
  } catch {
    throw new AppError('INTERNAL');
  }
}

/** The refusal that an answer which is not 200 carries. */
export async function refusalIn(message: IncomingMessage): Promise<AppError> {
  // A ticket that is not known was used, is too old, or is one of a process that has ended.
  if (message.statusCode === 404) return new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
  const { error } = (await readJson(message)) as { error?: unknown };
  return isErrorEnvelope(error) ? AppError.fromEnvelope(error) : new AppError('INTERNAL');
}
