import { hashSecret } from '@questp/service';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** True if `sha256=<hex>` is the HMAC-SHA-256 of the body. */
export function hasSignature(body: string, secret: string, signature = ''): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return timingSafeEqual(hashSecret(signature), hashSecret(expected));
}
