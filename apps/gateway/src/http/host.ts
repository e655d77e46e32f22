import type { IncomingMessage } from 'node:http';
import { AppError } from '@questp/messages/language';

/** A name or an IP address, and a port. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{0,5})?$/i;

/**
 * RFC 9112, 3.2: a request names one host. One of HTTP/1.0 may name none.
 * @throws AppError BAD_REQUEST
 */
export function requireHost({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): void {
  const times = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  if (times.length > 1) throw new AppError('BAD_REQUEST', { detail: 'The Host header is given more than once.' });
  if (host === undefined) {
    if (httpVersion === '1.0') return;
    throw new AppError('BAD_REQUEST', { detail: 'HTTP/1.1 requires the Host header.' });
  }
  if (!HOST.test(host)) throw new AppError('BAD_REQUEST', { detail: 'The Host header is invalid.' });
}
