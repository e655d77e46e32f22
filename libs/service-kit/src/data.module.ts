import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Events } from '@questp/events';
import { requireEventConsumer } from '@questp/broker';
import { Database, databaseProvider, schemaCheckProvider } from '@questp/postgres';
import { Bus, LOGGER, Readiness, type ConfigSpec, type Logger } from '@questp/service';
import type { Get, ProvidersDefinition, Purges } from './service-definition.js';
import { Housekeeping } from './housekeeping.js';
import { migrationsOf } from './migrations-of.js';

@Global()
@Module({})
class DataModule {}

/** Providers of the database, the events of the service, and the deletion of expired rows. */
export function dataModule<Spec extends ConfigSpec>(
  { name, wings, authorize, listens: own = [], housekeeping }: ProvidersDefinition<Spec>,
  schema: string,
): DynamicModule {
  const getFrom =
    (modules: ModuleRef): Get =>
    (token) =>
      modules.get(token, { strict: false });
  const listens = [...own, ...wings.flatMap((wing) => wing.listens ?? [])];
  const purges = (get: Get): Purges =>
    Object.assign({}, housekeeping?.(get), ...wings.map((wing) => wing.purges?.(get))) as Purges;
  const database = databaseProvider(schema, authorize);
  const events = {
    provide: Events,
    inject: [Database, Bus, LOGGER, ModuleRef, Readiness],
    useFactory: (db: Database, bus: Bus, logger: Logger, modules: ModuleRef, readiness: Readiness) => {
      if (listens.length > 0) readiness.addCheck('events', () => requireEventConsumer(bus.connection, name));
      return new Events(db, bus, logger, name, () => listens.map(getFrom(modules)));
    },
  };
  const keeping = {
    provide: Housekeeping,
    inject: [Database, LOGGER, ModuleRef],
    useFactory: (db: Database, logger: Logger, modules: ModuleRef) =>
      new Housekeeping(db, logger, () => purges(getFrom(modules))),
  };
  return {
    module: DataModule,
    imports: [ScheduleModule.forRoot()],
    providers: [database, schemaCheckProvider(schema, migrationsOf(name)), events, keeping],
    exports: [Database],
  };
}
