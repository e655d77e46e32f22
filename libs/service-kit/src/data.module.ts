import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Events } from '@questp/events';
import { Database, databaseProvider } from '@questp/postgres';
import { Bus, LOGGER, type ConfigSpec, type Logger } from '@questp/service';
import type { Get, HandlersDefinition } from './define-service.js';
import { Housekeeping } from './housekeeping.js';

@Global()
@Module({})
class DataModule {}

/** Database for injection, the events of the service, and what deletes rows past their time. */
export function dataModule<Spec extends ConfigSpec>(
  { name, authorize, listens = [], housekeeping }: HandlersDefinition<Spec>,
  schema: string,
): DynamicModule {
  const getFrom =
    (modules: ModuleRef): Get =>
    (token) =>
      modules.get(token, { strict: false });
  const database = databaseProvider(schema, authorize);
  const events = {
    provide: Events,
    inject: [Database, Bus, LOGGER, ModuleRef],
    useFactory: (db: Database, bus: Bus, logger: Logger, modules: ModuleRef) =>
      new Events(db, bus, logger, name, () => listens.map(getFrom(modules))),
  };
  const keeping = {
    provide: Housekeeping,
    inject: [Database, LOGGER, ModuleRef],
    useFactory: (db: Database, logger: Logger, modules: ModuleRef) =>
      new Housekeeping(db, logger, () => housekeeping?.(getFrom(modules)) ?? {}),
  };
  return {
    module: DataModule,
    imports: [ScheduleModule.forRoot()],
    providers: [database, events, keeping],
    exports: [Database],
  };
}
