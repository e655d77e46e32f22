import { Injectable } from '@nestjs/common';
import { liveLogManager, readLiveLog, readLiveLogState, type StoredEntry } from '@questp/broker';
import { readEnvelope } from '@questp/events';
import { WEBHOOK_EVENTS } from '@questp/messages/integrations';
import { eventSubject, type EventEnvelope } from '@questp/messages/tables';
import { Database } from '@questp/postgres';
import { BackgroundWorker, Bus } from '@questp/service';
import { SendWebhooks } from './send-webhooks.js';
import { webhookBody } from './webhook-body.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookFailuresRepository } from './webhook-failures.repository.js';
import { WebhookLogRepository, type LogPosition } from './webhook-log.repository.js';

const IDLE_MS = 1_000;
const ALL = 'log.>';
const EVENTS = WEBHOOK_EVENTS.map((type) => ({ type, ending: `.${type}` }));

/** An event of a project. */
interface ProjectEvent {
  projectId: string;
  envelope: EventEnvelope;
}

/**
 * Turns entries of the log of live events into deliveries. The position in the log and the deliveries are stored in one
 * transaction, so that each event is taken once, by whichever replica. While no webhook is enabled, nothing is read.
 */
@Injectable()
export class ReadLiveEvents extends BackgroundWorker {
  constructor(
    private readonly bus: Bus,
    private readonly database: Database,
    private readonly webhookLogRepository: WebhookLogRepository,
    private readonly webhookDeliveriesRepository: WebhookDeliveriesRepository,
    private readonly webhookFailuresRepository: WebhookFailuresRepository,
    private readonly sendWebhooks: SendWebhooks,
  ) {
    super({ name: 'read-live-events', idleMs: IDLE_MS });
  }

  /** The end of the log, from which a webhook that is enabled now receives events. */
  async end(): Promise<LogPosition> {
    const { epoch, last } = await readLiveLogState(await liveLogManager(this.bus.connection));
    return { epoch, seq: last };
  }

  /** Reads one batch; true if there may be more. */
  async execute(): Promise<boolean> {
    const stored = await this.webhookLogRepository.position();
    if (stored === undefined) return false;
    const { epoch, first, last } = await readLiveLogState(await liveLogManager(this.bus.connection));
    const isSame = stored.epoch === epoch;
    const from = Math.max(isSame ? stored.seq + 1 : first, first);
    if (isSame && from > stored.seq + 1) {
      this.logger.error({ from: stored.seq + 1, to: from - 1 }, 'events were dropped before webhooks received them');
    }
    if (from > last) return false;
    const { entries, next } = await readLiveLog(this.bus.connection, from, ALL);
    const position = { epoch, seq: next === undefined ? Math.max(last, entries.at(-1)?.seq ?? 0) : next - 1 };
    const events = entries.flatMap((entry) => eventIn(entry) ?? []);
    const isMoved = await this.database.transaction(async (tx) => {
      if (!(await this.webhookLogRepository.move(tx, stored, position))) return false;
      const receivers = await this.webhookLogRepository.receivers(tx, [...new Set(events.map((one) => one.projectId))]);
      for (const { projectId, envelope } of events) {
        const wanting = receivers.filter(
          (one) => one.projectId === projectId && (one.events as string[]).includes(envelope.type),
        );
        if (wanting.length === 0) continue;
        await this.webhookDeliveriesRepository.add(
          tx,
          wanting.map(({ id }) => id),
          { eventId: envelope.id, event: envelope.type, body: webhookBody(envelope) },
        );
      }
      await this.webhookFailuresRepository.disableFull(
        tx,
        receivers.map(({ id }) => id),
      );
      return true;
    });
    if (isMoved && events.length > 0) this.sendWebhooks.wake();
    return next !== undefined;
  }
}

/** The event of an entry, if a webhook can receive it. */
function eventIn({ subject, data }: StoredEntry): ProjectEvent | undefined {
  const known = EVENTS.find(({ ending }) => subject.endsWith(ending));
  const projectId = subject.split('.')[2];
  if (known === undefined || projectId === undefined || projectId === '-') return undefined;
  const envelope = readEnvelope(Buffer.from(data).toString(), eventSubject(known.type));
  return envelope && { projectId, envelope };
}
