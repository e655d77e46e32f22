import { createHash } from 'node:crypto';
import { MAX_ETAG_LENGTH, MAX_KNOWN_ETAGS, versionOf } from '@questp/messages/language';
import type { onSendHookHandler } from 'fastify';
import type { Operation } from '../operations/operation.js';

const ETAG = /^(?:W\/)?"([^"]*)"$/;
const MAX_VERSIONS = 10;
const PRINTABLE = /^[\x21-\x7e]+$/;

/** Answers with an ETag: those of public reads and of versioned entities. */
export const hasEtag = ({ method, binding, rule }: Operation): boolean =>
  binding.versioned === true || (method === 'GET' && rule.allow.anonymous === true && !binding.redirects);

/**
 * Sets the ETag, and answers 304 without a body if If-None-Match contains it. A versioned entity is not compressed, so
 * that its ETag is strong: `"<version>.<hash of the body>"`. Others have a weak one: `W/"<hash of the body>"`.
 */
export function withEtag({ method, status, binding }: Operation): onSendHookHandler {
  const kept = binding.cacheSeconds === undefined ? 'private, no-cache' : `public, max-age=${binding.cacheSeconds}`;
  return (request, reply, payload, done) => {
    if (reply.statusCode !== status || !(typeof payload === 'string' || Buffer.isBuffer(payload))) {
      return done(null, payload);
    }
    const hash = createHash('sha256').update(payload).digest('base64url').slice(0, 22);
    const etag = binding.versioned ? `"${versionIn(payload)}.${hash}"` : `W/"${hash}"`;
    void reply.header('etag', etag);
    if (method !== 'GET') return done(null, payload);
    void reply.header('cache-control', kept);
    if (!names(request.headers['if-none-match'], etag)) return done(null, payload);
    void reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  };
}

const versionIn = (payload: string | Buffer): string =>
  versionOf(new Date((JSON.parse(payload.toString()) as { updatedAt: string }).updatedAt));

const tagsOf = (header: string): string[] => header.split(',').map((one) => one.trim());

/** Without the weak prefix: If-None-Match compares weakly (RFC 9110, 13.1.2). */
const bare = (tag: string) => tag.replace(/^W\//, '');

/** True if the If-None-Match header matches the ETag. */
export function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || tagsOf(header).some((tag) => bare(tag) === bare(etag));
}

/**
 * The ETags in an If-None-Match header, for a service that knows the current one. Tags longer than any of ours are
 * dropped.
 */
export const knownEtags = (header = ''): string[] =>
  tagsOf(header)
    .map(bare)
    .filter((tag) => PRINTABLE.test(tag) && tag.length <= MAX_ETAG_LENGTH)
    .slice(0, MAX_KNOWN_ETAGS);

/**
 * The versions in an If-Match header. A tag that is not one of our ETags becomes a version that nothing has. Only the
 * version part counts, because the rest of the tag also covers counters that change independently.
 * @returns undefined without the header, or if it is `*`
 */
export function versionsOf(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return [...new Set(tagsOf(header).map(versionOfTag))].slice(0, MAX_VERSIONS);
}

const versionOfTag = (tag: string): string => /^[0-9a-z]{1,12}(?=\.)/.exec(ETAG.exec(tag)?.[1] ?? '')?.[0] ?? 'none';
