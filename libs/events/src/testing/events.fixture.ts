import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { Logger } from '@nestjs/common';
import { ensureEventConsumer, ensureEventStream, EVENT_STREAM } from '@questp/broker';
import { Database, migrate, newId, sql, type Tx } from '@questp/postgres';
import { Bus } from '@questp/service';
import { createTestDatabase, startNats, waitFor, type TestNats } from '@questp/testing';
import type { EventType, EventTypes } from '@questp/messages/tables';
import { pino } from 'pino';
import { emit } from '../emit.js';
import { EventConsumer, type EventHandlers } from '../event-consumer.js';
import { EventStreamWatch } from '../event-stream-watch.js';
import { OperatorAlerts } from '../operator-alerts.js';
import { OutboxRelay } from '../outbox-relay.js';

interface Running {
  stop(): Promise<void>;
}

/** Name of the service under test. */
export const SCHEMA = 'shop';

const PROJECT_ID = newId();

/** Data of an event about the campaign with this short name; its id contains it. */
export const campaignNamed = (name: string) => ({
  projectId: PROJECT_ID,
  campaignId: Buffer.from(name)
    .toString('hex')
    .padStart(32, '0')
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'),
});

const nameOf = (campaignId: string) =>
  Buffer.from(campaignId.replaceAll('-', ''), 'hex').toString().replaceAll('\0', '');

/**
 * A database and a broker (with `ownNats` a separate one that can be killed and frozen), with the tables of one service
 * and a handler that counts its calls.
 */
export async function startEvents({ ownNats = false } = {}) {
  const server = await createTestDatabase();
  const nats: TestNats = await startNats({ own: ownNats });
  Logger.overrideLogger(false);
  const logger = pino({ level: 'silent' });
  const databases: Database[] = [];
  const buses: Bus[] = [];
  const running: Running[] = [];

  const database = () => {
    const made = new Database(server.url, { schema: SCHEMA, poolSize: 10 });
    databases.push(made);
    return made;
  };
  const bus = async (name: string) => {
    const made = new Bus(nats.jetStream.url, name, logger);
    await made.connect();
    buses.push(made);
    return made;
  };

  /** Runs prepare-broker. */
  const prepare = async (service: string, types: EventType[]) => {
    await ensureEventStream(inspector.connection);
    await ensureEventConsumer(inspector.connection, service, types);
  };

  await migrate(server.url, SCHEMA, fileURLToPath(new URL('../../test-migrations', import.meta.url)));
  const db = database();
  const inspector = await bus('inspector');

  return {
    url: server.url,
    db,
    nats,
    /** A connection to the broker for the specs. */
    inspector,
    bus,
    prepare,

    /** Starts a replica's relay. */
    async relay(on = db) {
      const relay = new OutboxRelay(on, await bus('relay'), logger, SCHEMA);
      relay.start();
      running.push(relay);
      return relay;
    },

    /** Starts the watch of the event stream, if a spec asks for it. */
    watch: () => new EventStreamWatch(db, inspector, logger),

    /** Starts the notices of a replica. */
    notices() {
      const notices = new OperatorAlerts(database(), logger);
      notices.start();
      running.push(notices);
    },

    /**
     * Starts the consumer of a replica. The default handler writes a row per campaign.activated; `more` are further
     * listeners.
     */
    async consumer({
      by = 'a',
      service = 'shop',
      handlers = {},
      more = [],
    }: { by?: string; service?: string; handlers?: EventHandlers; more?: EventHandlers[] } = {}) {
      const effect = (tx: Tx, { data }: { data: EventTypes['campaign.activated'] }) =>
        tx.execute(sql`INSERT INTO effect (campaign, by) VALUES (${data.campaignId}, ${by})`).then(() => undefined);
      const all: EventHandlers[] = [{ 'campaign.activated': effect, ...handlers }, ...more];
      await prepare(service, [...new Set(all.flatMap((one) => Object.keys(one) as EventType[]))]);
      const consumer = new EventConsumer(database(), await bus(by), logger, {
        service,
        handlers: all,
        retryDelaysMs: [50, 50],
      });
      consumer.start();
      running.push(consumer);
      return consumer;
    },

    /** Writes one event to the outbox. */
    activate: (campaign: string, aggregateId = campaign) =>
      db.transaction((tx) => emit(tx, 'campaign.activated', aggregateId, campaignNamed(campaign))),

    /** Names of the campaigns whose events were applied. */
    effects: async () =>
      (await db.rows<{ campaign: string }>(sql`SELECT campaign FROM effect ORDER BY seq`)).map(({ campaign }) =>
        nameOf(campaign),
      ),

    /** Writes outbox rows beyond the bounds of events, with `bytes` of data each. */
    async flood(rows: number, bytes: number, { type = 'campaign.activated', aggregateId = 'flood' } = {}) {
      await db.execute(sql`
        INSERT INTO outbox (id, type, version, aggregate_id, data)
        SELECT gen_random_uuid(), ${type}, 1, ${aggregateId}, jsonb_build_object('campaignId', '', 'text', repeat('x', ${bytes}::integer))
        FROM generate_series(1, ${rows}::integer)`);
    },

    outboxed: async () => (await db.rows(sql`SELECT 1 FROM outbox`)).length,

    /** Messages of the stream, in order. */
    async stored(): Promise<{ subject: string; id: string; aggregateId: string; campaign: string }[]> {
      const manager = await jetstreamManager(inspector.connection);
      const { state } = await manager.streams.info(EVENT_STREAM);
      const found = [];
      for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
        const message = await manager.streams.getMessage(EVENT_STREAM, { seq });
        if (!message) continue;
        const event = message.json<{ id: string; aggregateId: string; data: { campaignId: string } }>();
        const { id, aggregateId, data } = event;
        found.push({ subject: message.subject, id, aggregateId, campaign: nameOf(data.campaignId) });
      }
      return found;
    },

    /** Ends the sessions of all replicas, as a restart of PostgreSQL does. */
    endSessions: () =>
      db.rows(sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`),

    async stopAll() {
      await Promise.all(running.splice(0).map((one) => one.stop()));
    },

    async close() {
      await this.stopAll();
      await Promise.all(buses.map((one) => one.close()));
      await Promise.all(databases.map((one) => one.onApplicationShutdown()));
      await nats.stop();
      await server.drop();
    },
  };
}

export type EventsUnderTest = Awaited<ReturnType<typeof startEvents>>;

/** Waits until the outbox is empty. */
export const relayed = (events: EventsUnderTest) =>
  waitFor(async () => (await events.outboxed()) === 0, { timeoutMs: 30_000, what: 'an empty outbox' });
