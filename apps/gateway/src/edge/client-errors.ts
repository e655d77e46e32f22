import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, ERROR_TABLE, type ErrorCode } from '@questp/messages';
import { idsOf, newCallContext, type Logger } from '@questp/service';
import { PROBLEM_TYPE, toProblem } from './problem.js';
import { SECURITY_HEADERS } from './security-headers.js';

/** What Node's parser and timers call what they refuse; all else is malformed. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'PAYLOAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** The path of a request line. */
const REQUEST_LINE = /^[A-Z]{3,10} (\/[^\s?#]{0,2000})/;

/** Answers what never becomes a request of ours as any other error, with a line in the log, and closes the connection. */
export function answerClientError(logger: Logger, error: { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const code = CODES[error.code ?? ''] ?? 'BAD_REQUEST';
  const context = newCallContext();
  const { requestId } = context;
  const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 2_048) : '';
  const path = REQUEST_LINE.exec(start)?.[1] ?? '/';
  const body = JSON.stringify(toProblem(new AppError(code), path, requestId));
  const { status } = ERROR_TABLE[code];
  logger.info({ route: 'unknown', status, ...idsOf(context) }, 'answered');
  const headers: Record<string, string | number> = {
    ...SECURITY_HEADERS,
    'x-request-id': requestId,
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
