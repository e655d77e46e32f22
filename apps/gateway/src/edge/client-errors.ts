import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { AppError, ERROR_TABLE } from '@questp/messages';
import { PROBLEM_TYPE, toProblem } from './problem.js';

/** Answers what is not even HTTP (or came too slowly) with a problem document and closes the connection. */
export function answerClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const body = JSON.stringify(toProblem(new AppError('BAD_REQUEST'), '/'));
  const { status } = ERROR_TABLE.BAD_REQUEST;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${PROBLEM_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
