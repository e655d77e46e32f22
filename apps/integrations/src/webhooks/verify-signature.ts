import { createHmac, timingSafeEqual, type Hmac } from 'node:crypto';
import { hashSecret } from '@questp/service';

/** A signed body, which may come in pieces. */
export class SignedBody {
  private readonly hmac: Hmac;

  constructor(secret: string) {
    this.hmac = createHmac('sha256', secret);
  }

  write(piece: string | Buffer): this {
    this.hmac.update(piece);
    return this;
  }

  /** True if `sha256=<hex>` is the HMAC-SHA-256 of the written pieces. It can be called once. */
  hasSignature(signature = ''): boolean {
    const expected = `sha256=${this.hmac.digest('hex')}`;
    return timingSafeEqual(hashSecret(signature), hashSecret(expected));
  }
}

export const hasSignature = (body: string, secret: string, signature?: string): boolean =>
  new SignedBody(secret).write(body).hasSignature(signature);
