import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, type ErrorCode } from '@questp/messages/language';
import { idsOf, newCallContext, type Logger } from '@questp/service';
import { PROBLEM_TYPE, toProblem } from './problem.js';
import { SECURITY_HEADERS } from './security-headers.js';

/** Error codes of Node's parser and timers; any other error means a malformed request. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'PAYLOAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** The path in a request line. */
const REQUEST_LINE = /^[A-Z]{3,10} (\/[^\s?#]{0,2000})/;

/** Answers a malformed or incomplete request with a problem document, logs it, and closes the connection. */
export function answerClientError(logger: Logger, error: { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 2_048) : '';
  const path = REQUEST_LINE.exec(start)?.[1] ?? '/';
  answerError(logger, new AppError(CODES[error.code ?? ''] ?? 'BAD_REQUEST'), path, socket);
}

/** Answers with an error on a connection without a Fastify request, logs it, and closes the connection. */
export function answerError(logger: Logger, error: AppError, path: string, socket: Duplex): void {
  const context = newCallContext();
  const { requestId } = context;
  const body = JSON.stringify(toProblem(error, path, requestId));
  const { status } = error;
  logger.info({ route: 'unknown', status, ...idsOf(context) }, 'answered');
  const headers: Record<string, string | number> = {
    ...SECURITY_HEADERS,
    'x-request-id': requestId,
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(error.details.retryAfter !== undefined && { 'retry-after': error.details.retryAfter }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
