import { Injectable } from '@nestjs/common';
import { receivePhotositeMessage } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { hashSecret, Rpc } from '@questp/service';
import { Credentials } from '../../credentials/credentials.js';
import { codeMessagesIn } from './webhook.js';
import { DeliveriesRepository } from '../../webhooks/deliveries.repository.js';
import { ProcessDeliveries } from '../../webhooks/process-deliveries.js';
import { hasSignature } from '../../webhooks/verify-signature.js';
import { webhookJson } from '../../webhooks/webhook-json.js';

/** Stores the codes that people sent to connected accounts. A repeated message has no effect. */
@Injectable()
export class ReceiveMessage {
  constructor(
    private readonly credentials: Credentials,
    private readonly deliveriesRepository: DeliveriesRepository,
    private readonly processDeliveries: ProcessDeliveries,
  ) {}

  /** UNAUTHENTICATED, INVALID_JSON */
  @Rpc(receivePhotositeMessage)
  async execute({ headers, body }: RequestOf<typeof receivePhotositeMessage>): Promise<null> {
    const { values } = await this.credentials.read('photosite');
    const secret = values.get('appSecret')?.reveal();
    if (secret === undefined || !hasSignature(body, secret, headers['x-hub-signature-256'])) {
      throw new AppError('UNAUTHENTICATED', { detail: 'The signature is missing or wrong.' });
    }
    const messages = codeMessagesIn(webhookJson(body));
    for (const { messageId, receiverId, senderId, code } of messages) {
      await this.deliveriesRepository.insert({
        ...{ provider: 'photosite', receiver: receiverId, body: { senderId, code } },
        // The length of message ids is not bounded.
        deliveryId: hashSecret(messageId).toString('base64url'),
      });
    }
    if (messages.length > 0) this.processDeliveries.wake();
    return null;
  }
}
