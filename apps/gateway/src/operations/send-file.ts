import { fetchBytes } from '@questp/bytes';
import type { FileTicket } from '@questp/messages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from './operation.js';

/** What no header gives a meaning to; names have nothing else. */
const UNSAFE = /[^\w.-]/g;

/**
 * Passes the bytes of a ticket on as they come. The client that leaves ends the work behind them; where they fail, the
 * connection to the client is broken.
 */
export async function sendFile(
  { face }: Operation,
  ticket: Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { url, fileName, manifestId } = JSON.parse(ticket.toString()) as FileTicket;
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  // A HEAD is answered without the work: the ticket is left to run out.
  const bytes = request.method === 'HEAD' ? '' : await fetchBytes(url, left.signal);
  void reply
    .type(face.file as string)
    .header('content-disposition', `attachment; filename="${fileName.replaceAll(UNSAFE, '_')}"`)
    .header('cache-control', 'private, no-store');
  if (manifestId !== undefined) void reply.header('x-manifest-id', manifestId);
  return reply.send(bytes);
}
