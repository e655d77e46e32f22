import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { verifyPhotositeWebhook } from '@questp/messages/integrations';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { hashSecret, Rpc } from '@questp/service';
import { Credentials } from '../../credentials/credentials.js';

/** Answers the verification request that the photo site sends when a webhook is registered. */
@Injectable()
export class VerifyWebhook {
  constructor(private readonly credentials: Credentials) {}

  /** UNAUTHENTICATED */
  @Rpc(verifyPhotositeWebhook)
  async execute(request: RequestOf<typeof verifyPhotositeWebhook>): Promise<ReplyOf<typeof verifyPhotositeWebhook>> {
    const { values } = await this.credentials.read('photosite');
    const token = values.get('verifyToken')?.reveal();
    // Without a token, compare with a random value, so that the comparison fails in the same time.
    const expected = token === undefined ? randomBytes(32) : hashSecret(token);
    if (!timingSafeEqual(hashSecret(request['hub.verify_token']), expected)) {
      throw new AppError('UNAUTHENTICATED', { detail: 'The verify token is wrong.' });
    }
    return { challenge: request['hub.challenge'] };
  }
}
