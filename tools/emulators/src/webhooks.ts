import { setTimeout as sleep } from 'node:timers/promises';
import { withoutSecrets, type Journal } from './journal.js';

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Webhook {
  /** Its name in the journal. */
  event: string;
  /** Called before each attempt, because the receiver may have moved; undefined if the receiver is gone. */
  request: () => WebhookRequest | undefined;
}

export interface WebhookRules {
  /** Milliseconds before each further attempt; after the last one the webhook is dropped. */
  retryAfter: readonly number[];
  timeoutSeconds: number;
}

interface Queue {
  waiting: Webhook[];
  lastError?: { message: string; time: number };
}

const MAX_QUEUE = 1_000;

/** Sends the webhooks of one platform. Those of one receiver are sent one after the other. */
export class Webhooks {
  private readonly queues = new Map<string, Queue>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly platform: string,
    private readonly journal: Journal,
    private readonly rules: WebhookRules,
  ) {}

  /** Drops the oldest webhook of the receiver when too many wait. */
  send(receiver: string, webhook: Webhook): void {
    const queue = this.queues.get(receiver) ?? { waiting: [] };
    this.queues.set(receiver, queue);
    queue.waiting.push(webhook);
    if (queue.waiting.length > MAX_QUEUE) queue.waiting.splice(1, 1);
    if (queue.waiting.length === 1) void this.work(queue);
  }

  pending(receiver: string): number {
    return this.queues.get(receiver)?.waiting.length ?? 0;
  }

  lastError(receiver: string): Queue['lastError'] {
    return this.queues.get(receiver)?.lastError;
  }

  drop(receiver: string): void {
    const queue = this.queues.get(receiver);
    if (queue) queue.waiting.length = 0;
    this.queues.delete(receiver);
  }

  dropAll(): void {
    for (const receiver of this.queues.keys()) this.drop(receiver);
  }

  stop(): void {
    this.dropAll();
    this.stopping.abort();
  }

  private async work(queue: Queue): Promise<void> {
    const { signal } = this.stopping;
    for (let webhook = queue.waiting[0]; webhook && !signal.aborted; webhook = queue.waiting[0]) {
      for (const delay of [0, ...this.rules.retryAfter]) {
        if (delay > 0) await sleep(delay, undefined, { signal, ref: false }).catch(() => undefined);
        if (signal.aborted || queue.waiting[0] !== webhook || (await this.attempt(queue, webhook))) break;
      }
      if (queue.waiting[0] === webhook) queue.waiting.shift();
    }
  }

  /** True if the webhook was accepted or its receiver is gone. */
  private async attempt(queue: Queue, { event, request }: Webhook): Promise<boolean> {
    const wanted = request();
    if (wanted === undefined) return true;
    const { url, headers, body } = wanted;
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(this.rules.timeoutSeconds * 1_000)]);
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, signal };
    const answer = await fetch(url, { redirect: 'manual', ...sent }).catch((error: unknown) => error);
    const status = answer instanceof Response ? answer.status : null;
    if (answer instanceof Response) await answer.body?.cancel();
    const journalled = { platform: this.platform, direction: 'out', route: event, method: 'POST' } as const;
    this.journal.record({ ...journalled, path: withoutSecrets(url), caller: { kind: 'none' }, status });
    const isAccepted = status !== null && status >= 200 && status < 300;
    if (!isAccepted) {
      const message = status === null ? 'Connection failed' : `Wrong response from the webhook: ${status}`;
      queue.lastError = { message, time: Math.floor(Date.now() / 1_000) };
    }
    return isAccepted;
  }
}
