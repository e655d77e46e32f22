import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';
import { MAX_CODEHOST_EVENT_BYTES, receiveCodehostEvent } from '@questp/messages/integrations';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { CallerSlots, Rpc } from '@questp/service';
import { AUTHOR_PATHS, authorIn } from './event.js';
import { DeliveriesRepository } from '../../webhooks/deliveries.repository.js';
import { JsonMembers } from '../../webhooks/json-members.js';
import { ProcessDeliveries } from '../../webhooks/process-deliveries.js';
import { SignedBody } from '../../webhooks/verify-signature.js';
import { HooksRepository, type Hook } from './hooks.repository.js';

const DELIVERY = /^[\w-]{1,64}$/;
const SIGNATURE = /^sha256=[0-9a-f]{64}$/;
/** Concurrent events in this process: of one webhook, and of all. */
const PER_HOOK = LIMITS.codehostEvents.max;
const MAX_EVENTS = 200;
const RETRY_AFTER = 1;
/** Maximum time from the first byte to the last. */
const EVENT_SECONDS = 30;

/**
 * Stores the author of an event of a repository, to be processed later. A repeated event has no effect. The body is
 * signed and read as it comes: an event of 25 MB takes no more memory than a small one.
 */
@Injectable()
export class ReceiveEvent {
  private readonly places = new CallerSlots(PER_HOOK, MAX_EVENTS, RETRY_AFTER);

  constructor(
    private readonly hooksRepository: HooksRepository,
    private readonly deliveriesRepository: DeliveriesRepository,
    private readonly processDeliveries: ProcessDeliveries,
    private readonly bytesServer: BytesServer,
  ) {}

  /** UNAUTHENTICATED, RATE_LIMITED; with the body BAD_REQUEST, INVALID_JSON, PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT as well */
  @Rpc(receiveCodehostEvent)
  async execute({
    hookId,
    headers,
  }: RequestOf<typeof receiveCodehostEvent>): Promise<ReplyOf<typeof receiveCodehostEvent>> {
    const hook = await this.hooksRepository.get(hookId);
    // A body that cannot be verified is not read.
    if (hook === undefined || !SIGNATURE.test(headers['x-hub-signature-256'] ?? '')) throw unproven();
    const leave = this.places.take(hookId);
    return {
      url: this.bytesServer.accept(leave, async (body) => {
        const late = setTimeout(() => body.destroy(new AppError('REQUEST_TIMEOUT')), EVENT_SECONDS * 1_000);
        try {
          await this.receive(hook, headers, body);
        } finally {
          clearTimeout(late);
        }
        return {};
      }),
    };
  }

  private async receive(hook: Hook, headers: Readonly<Record<string, string>>, body: Readable): Promise<void> {
    const signed = new SignedBody(this.hooksRepository.secretOf(hook));
    const members = new JsonMembers(AUTHOR_PATHS);
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      // The rest is read over for a while, since a refusal in the middle would not arrive.
      if (size > 2 * MAX_CODEHOST_EVENT_BYTES) break;
      if (size > MAX_CODEHOST_EVENT_BYTES) continue;
      signed.write(chunk);
      members.write(chunk);
    }
    if (size > MAX_CODEHOST_EVENT_BYTES) throw new AppError('PAYLOAD_TOO_LARGE');
    if (!signed.hasSignature(headers['x-hub-signature-256'])) throw unproven();
    const deliveryId = headers['x-github-delivery'] ?? '';
    if (!DELIVERY.test(deliveryId)) throw new AppError('BAD_REQUEST', { detail: 'X-GitHub-Delivery is missing.' });
    const payload = members.end();
    if (payload === undefined) throw new AppError('INVALID_JSON');
    const accountId = authorIn(headers['x-github-event'] ?? '', payload);
    if (accountId === undefined) return;
    await this.deliveriesRepository.insert({
      provider: 'codehost',
      receiver: hook.id,
      deliveryId,
      body: { accountId },
    });
    this.processDeliveries.wake();
  }
}

const unproven = () => new AppError('UNAUTHENTICATED', { detail: 'The signature of the webhook is missing or wrong.' });
