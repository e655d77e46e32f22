import { fetchBytes } from '@questp/bytes';
import type { FileTicket, HttpBinding } from '@questp/messages/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { names } from '../http/conditional.js';
import { reset } from '../http/reset.js';
import type { Operation } from '../operations/operation.js';
import { watchAccess } from '../operations/watch-access.js';

/** Characters that are not safe in a header; file names are reduced to the others. */
const UNSAFE = /[^\w.-]/g;

/** Policy for downloads: if a browser displays the file anyway, it is sandboxed in an opaque origin. */
const SAVED_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Streams the bytes of a ticket to the client. If the client disconnects, the work of the service ends. If the bytes
 * fail or the reader loses access, the connection to the client is reset.
 * @param requireStill rejects when the reader has lost access
 */
export async function sendFile(
  { binding, rule }: Operation,
  ticket: Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
  requireStill: () => Promise<unknown>,
): Promise<FastifyReply> {
  const { url, fileName, manifestId, contentType, etag } = JSON.parse(ticket.toString()) as FileTicket;
  const cached = etag === undefined ? undefined : cacheable(binding, etag);
  const isKnown = cached !== undefined && names(request.headers['if-none-match'], cached.etag);
  if (isKnown) return reply.headers(cached).code(304).send();
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  if (reply.raw.destroyed) left.abort();
  // For a HEAD request, a service returns no ticket.
  const bytes = url === undefined ? '' : await fetchBytes(url, left.signal);
  const cut = () => reset(reply.raw.socket);
  if (bytes !== '') bytes.once('error', cut);
  if (bytes !== '' && !rule.allow.anonymous) reply.raw.once('close', watchAccess(requireStill, cut));
  void reply.type(contentType ?? (binding.file?.[0] as string)).headers(cached ?? saved(fileName));
  if (manifestId !== undefined) void reply.header('x-manifest-id', manifestId);
  return reply.send(bytes);
}

/** Headers of a file that caches may store. Pages of other origins may embed it. */
function cacheable({ immutable, cacheSeconds }: HttpBinding, etag: string) {
  if (!immutable && cacheSeconds === undefined) return undefined;
  return {
    etag,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : `public, max-age=${cacheSeconds}`,
    'cross-origin-resource-policy': 'cross-origin',
  };
}

const saved = (fileName: string) => ({
  'content-disposition': `attachment; filename="${fileName.replaceAll(UNSAFE, '_')}"`,
  'content-security-policy': SAVED_POLICY,
  'cache-control': 'private, no-store',
});
