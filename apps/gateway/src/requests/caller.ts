import { createHash } from 'node:crypto';
import { isPrincipalValue, limitKey, principalKey, principalValue } from '@questp/messages/access';
import type { UploadInfo } from '@questp/messages/integrations';
import {
  AppError,
  type CallerValue,
  type ClientInfo,
  type FileReader,
  type Idempotency,
} from '@questp/messages/language';
import { addressKey } from '@questp/service';
import type { FastifyRequest } from 'fastify';
import { knownEtags, versionsOf } from '../http/conditional.js';

const MAX_USER_AGENT = 300;
/** By which platforms prove that a request is theirs; names in lower case. */
const WEBHOOK_HEADERS = [
  ...['x-messenger-bot-api-secret-token', 'x-telegram-bot-api-secret-token'],
  ...['x-hub-signature-256', 'x-github-event', 'x-github-delivery'],
];
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;
const ID = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|svc(?:user|admin)_[0-9a-f]{32})\b/gi;

/**
 * A value from the caller; undefined when the principal has none.
 * @throws AppError BAD_REQUEST
 */
export function callerValue(value: CallerValue, request: FastifyRequest): unknown {
  if (isPrincipalValue(value)) return principalValue(value, request.principal);
  if (value === 'client') return clientOf(request);
  if (value === 'upload') return uploadOf(request);
  if (value === 'reader') return readerOf(request);
  if (value === 'webhookHeaders') return webhookHeadersOf(request);
  // Read in mountRedirect, which knows the URL that browsers use.
  if (value === 'browser') throw new Error('Only an operation that redirects takes the browser');
  return value === 'ifMatch' ? versionsOf(request.headers['if-match']) : idempotencyOf(request);
}

const clientOf = ({ ip, headers }: FastifyRequest): ClientInfo => ({
  ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
});

/** LENGTH_REQUIRED without Content-Length, for example with chunked encoding. */
function uploadOf({ headers }: FastifyRequest): UploadInfo {
  if (headers['content-length'] === undefined) throw new AppError('LENGTH_REQUIRED');
  return { contentType: headers['content-type'] ?? '', size: Number(headers['content-length']) };
}

const webhookHeadersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    WEBHOOK_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

const readerOf = ({ principal, ip, method, headers }: FastifyRequest): FileReader => ({
  caller: principal === null ? addressKey(ip) : limitKey(principal),
  isAnonymous: principal === null,
  headersOnly: method === 'HEAD',
  knownEtags: knownEtags(headers['if-none-match']),
});

function idempotencyOf(request: FastifyRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw new AppError('BAD_REQUEST', { detail: 'Idempotency-Key must have 1 to 200 printable ASCII characters.' });
  }
  const [path = ''] = request.url.split('?', 1);
  return {
    scope: `${principalKey(request.principal)} ${request.method} ${withLowerIds(path)}`,
    key,
    requestHash: createHash('sha256')
      .update(withLowerIds(request.rawBody?.toString('latin1') ?? ''), 'latin1')
      .digest('hex'),
  };
}

/** So that a request is repeated also with the same ids in another case. */
const withLowerIds = (text: string): string => text.replaceAll(ID, (id) => id.toLowerCase());
