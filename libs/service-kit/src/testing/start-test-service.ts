import type { Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { EventListener } from '@questp/events';
import { EVENT_VERSION, type EventType, type EventTypes } from '@questp/messages/tables';
import { Database, newId, sql, type Tx } from '@questp/postgres';
import {
  createLogger,
  Readiness,
  ServiceModule,
  setRpcLogger,
  type BaseConfig,
  type ConfigOf,
  type ConfigSpec,
} from '@questp/service';
import { callsOf, handlersOf, type InProcessCalls } from '@questp/service/testing';
import { createTestDatabase, type TestDatabase } from '@questp/testing';
import { ChainRegistry, chainRegistry } from '../chains/index.js';
import type { Service } from '../service-definition.js';
import { Housekeeping } from '../housekeeping.js';
import { serviceModule } from '../service-module.js';
import { TestBus } from './test-bus.js';

export interface TestServiceOptions {
  /** Variables other than those of the database, which is one of its own. */
  env?: NodeJS.ProcessEnv;
  /** Is a second replica of this one: on its database, which the first one removes. */
  beside?: { database: TestDatabase | undefined };
}

/** A service in this process, on a database of its own and as its own role there. */
export interface TestService<Config> {
  /** As the service has it. Throws for a service without a schema. */
  readonly db: Database;
  /** As a superuser, for what no service may do. */
  asOwner(): Database;
  /** Undefined for a service without a schema. */
  database: TestDatabase | undefined;
  bus: TestBus;
  config: Config;
  /** A provider, whichever module has it. */
  get: <T>(token: Type<T> | symbol) => T;
  /** As over the bus. */
  call: InProcessCalls;
  /** What it answers, sorted. */
  subjects: string[];
  /** Data of the events in the outbox, in their order. */
  events<T extends EventType>(type: T, aggregateId?: string): Promise<EventTypes[T][]>;
  /**
   * Applies an event with a listener.
   *
   * @param on a transaction; its own by default
   */
  deliver<T extends EventType>(listener: Type<EventListener>, type: T, data: EventTypes[T], on?: Tx): Promise<void>;
  /** What housekeeping does every minute. */
  purge(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the module of a service; nothing runs in the background, and the broker is a stand-in. */
export async function startTestService<Spec extends ConfigSpec>(
  { definition, row, readConfig }: Service<Spec>,
  { env = {}, beside }: TestServiceOptions = {},
): Promise<TestService<BaseConfig & ConfigOf<Spec>>> {
  if ('serve' in definition) throw new Error(`${row.name} has a server of its own`);
  const database =
    beside === undefined && row.schema !== null ? await createTestDatabase({ migrate: [row.name] }) : beside?.database;
  const config = readConfig({
    DATABASE_URL: database?.urlOf(row.name),
    DATABASE_POOL_SIZE: '25',
    HEALTH_PORT: '1',
    ...env,
  });
  const logger = createLogger(row.name, 'error');
  setRpcLogger(logger);
  const bus = new TestBus(row.name, logger);
  const module = await Test.createTestingModule({
    imports: [
      ServiceModule.with({ config, logger, bus, readiness: new Readiness(logger) }),
      await serviceModule(definition, row),
    ],
  }).compile();
  if (definition.wings.includes(chainRegistry)) await module.get(ChainRegistry, { strict: false }).reload();
  const handlers = handlersOf(module);
  let owner: Database | undefined;
  return {
    get db() {
      return module.get(Database, { strict: false });
    },
    asOwner: () => {
      if (database === undefined || row.schema === null) throw new Error(`${row.name} has no database`);
      owner ??= new Database(database.url, { schema: row.schema, poolSize: 2 });
      return owner;
    },
    database,
    bus,
    config,
    get: (token) => module.get(token, { strict: false }),
    call: callsOf(handlers),
    subjects: [...handlers.keys()].sort(),
    events: async <T extends EventType>(type: T, aggregateId?: string) => {
      const rows = await module
        .get(Database, { strict: false })
        .rows<{ data: EventTypes[T]; aggregateId: string }>(
          sql`SELECT data, aggregate_id FROM outbox WHERE type = ${type} ORDER BY seq`,
        );
      return rows.filter((one) => (aggregateId ?? one.aggregateId) === one.aggregateId).map(({ data }) => data);
    },
    deliver: async (listener, type, data, on) => {
      const handle = module.get(listener, { strict: false }).handlers[type];
      if (handle === undefined) throw new Error(`${listener.name} does not listen to ${type}`);
      const occurredAt = new Date().toISOString();
      const event = { id: newId(), type, version: EVENT_VERSION, aggregateId: newId(), occurredAt, data };
      const apply = async (tx: Tx) => {
        await handle(tx, event);
      };
      await (on === undefined ? module.get(Database, { strict: false }).transaction(apply) : apply(on));
    },
    purge: () => module.get(Housekeeping, { strict: false }).purge(),
    stop: async () => {
      await module.close();
      await owner?.onApplicationShutdown();
      if (beside === undefined) await database?.drop();
    },
  };
}
