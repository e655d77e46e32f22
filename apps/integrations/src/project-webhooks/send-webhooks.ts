import { Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { MAX_ANSWER } from '@questp/messages/integrations';
import { Database } from '@questp/postgres';
import { QueueWorker } from '@questp/service';
import { Vault } from '@questp/vault';
import { retryAt } from '../description/retry-at.js';
import { plainText } from '../outbound/plain-text.js';
import { signedHeaders } from '../outbound/signed-headers.js';
import { signingSecrets } from '../signing/rotating-secret.js';
import { placeOf } from './project-webhooks.repository.js';
import { WebhookDeliveriesRepository, type DueDelivery, type Try } from './webhook-deliveries.repository.js';
import { WebhookFailuresRepository } from './webhook-failures.repository.js';

const SLOTS = 50;
const IDLE_MS = 1_000;
/** Milliseconds in which an endpoint has to answer. */
const TIMEOUT_MS = 10_000;
/** Maximum bytes of an answer. */
const MAX_BYTES = 64 * 1024;
const [MINUTE_S, HOUR_S] = [60, 3_600];
/** Seconds before each further try of a delivery, as https://www.standardwebhooks.com recommends: three days in all. */
const RETRY_S = [
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  20 * HOUR_S,
  24 * HOUR_S,
];
/** Part of a pause by which it is longer, at random: deliveries that failed together are not repeated together. */
const JITTER = 0.1;
const GONE = 410;
/** Statuses whose Retry-After counts. */
const LATER = [429, 503];

/** Sends waiting deliveries, each signed with the secrets of its webhook. */
@Injectable()
export class SendWebhooks extends QueueWorker<DueDelivery> {
  constructor(
    private readonly database: Database,
    private readonly webhookDeliveriesRepository: WebhookDeliveriesRepository,
    private readonly webhookFailuresRepository: WebhookFailuresRepository,
    private readonly egress: Egress,
    private readonly vault: Vault,
  ) {
    super({ name: 'send-webhooks', slots: SLOTS, idleMs: IDLE_MS });
  }

  protected claim(limit: number): Promise<DueDelivery[]> {
    return this.webhookDeliveriesRepository.claim(limit);
  }

  protected describe({ id, webhookId, tries }: DueDelivery): object {
    return { delivery: id, webhook: webhookId, tries };
  }

  protected async process(delivery: DueDelivery): Promise<void> {
    const { retryAfter, ...made } = await this.send(delivery);
    const { webhookId } = delivery;
    const isDelivered = made.status !== null && made.status >= 200 && made.status < 300;
    const pause = RETRY_S[delivery.tries - 1];
    const retryIn =
      isDelivered || pause === undefined ? null : Math.max(pause * (1 + Math.random() * JITTER), retryAfter);
    const status = isDelivered ? 'delivered' : retryIn === null ? 'failed' : 'waiting';
    await this.database.transaction(async (tx) => {
      if (!(await this.webhookDeliveriesRepository.record(tx, delivery, made, status, retryIn))) return;
      if (isDelivered) return this.webhookFailuresRepository.forget(tx, webhookId);
      await this.webhookFailuresRepository.note(tx, webhookId);
      if (made.status === GONE) await this.webhookFailuresRepository.disableGone(tx, webhookId);
      else if (status === 'failed') await this.webhookFailuresRepository.disableFailing(tx, webhookId);
    });
    // Another delivery of the webhook can take its place.
    this.wake();
  }

  /** `retryAfter`: seconds that the endpoint asks for, at most the longest pause. */
  private async send(delivery: DueDelivery): Promise<Try & { retryAfter: number }> {
    const { projectId, url, eventId, body } = delivery;
    const secrets = signingSecrets(this.vault, (field) => placeOf({ id: delivery.webhookId }, field), delivery);
    const answer = await this.egress.send(url, {
      method: 'POST',
      destination: 'project endpoint',
      namedBy: { projectId },
      headers: { 'content-type': 'application/json', ...signedHeaders(secrets, eventId, body) },
      body: Buffer.from(body),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    if (answer.outcome !== 'answered') return { url, outcome: 'no_answer', status: null, answer: null, retryAfter: 0 };
    const { status } = answer;
    const later = LATER.includes(status) ? retryAt(answer) : undefined;
    const retryAfter = later === undefined ? 0 : (later.getTime() - Date.now()) / 1_000;
    return { url, outcome: 'answered', status, answer: plainText(answer.body.toString(), MAX_ANSWER), retryAfter };
  }
}
