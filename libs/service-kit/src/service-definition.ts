import type { ModuleMetadata, Type } from '@nestjs/common';
import type { EventListener } from '@questp/events';
import type { ServiceRow } from '@questp/manifest';
import type { Authorize } from '@questp/postgres';
import type { BaseConfig, ConfigOf, ConfigSpec, Parts, Taking } from '@questp/service';

/** Finds a provider of the service. */
export type Get = <T>(token: Type<T>) => T;

/** Cleanup jobs by name. Each deletes expired rows and returns their number. */
export type Purges = Record<string, () => Promise<number>>;

/** The providers of a folder below `src/`. */
export interface Wing extends Required<Pick<ModuleMetadata, 'providers'>> {
  /** Those that listen to events. */
  listens?: Type<EventListener>[];
  /** Cleanup jobs that every replica runs each minute. */
  purges?: (get: Get) => Purges;
}

export interface RunningServer extends Taking {
  close(): Promise<void>;
  /** Members of the log line "ready", besides the health port. */
  log?: object;
}

interface CommonDefinition<Spec extends ConfigSpec> {
  /** Name of its row in libs/manifest/services.json and of its folder in apps. */
  name: string;
  /** Its own variables; those of every service are added, and those of the database when it has a schema. */
  config: Spec;
}

/** A command of one service, besides those of every service. */
export interface OwnCommand {
  /** Its line in the help. */
  summary: string;
  /** Returns the text to print. */
  run: (schema: string, args: string[]) => Promise<string>;
}

/** A service whose providers answer requests over NATS. */
export interface ProvidersDefinition<Spec extends ConfigSpec> extends CommonDefinition<Spec> {
  /** Concatenated into the one Nest module of the service. */
  wings: readonly Wing[];
  /** Checks the caller's rights at the beginning of every transaction that depends on them. */
  authorize?: Authorize;
  /** Providers that listen to events, besides those that the wings name. */
  listens?: Type<EventListener>[];
  /** Cleanup jobs that every replica runs each minute, besides those of the wings and for tables that every service has. */
  housekeeping?: (get: Get) => Purges;
  /** Its own commands by name; only for a service with a schema. */
  commands?: Readonly<Record<string, OwnCommand>>;
}

/** A service with a server of its own. */
export interface ServerDefinition<Spec extends ConfigSpec> extends CommonDefinition<Spec> {
  serve: (parts: Parts, config: BaseConfig & ConfigOf<Spec>) => Promise<RunningServer>;
}

export interface Service<Spec extends ConfigSpec> {
  readonly definition: ProvidersDefinition<Spec> | ServerDefinition<Spec>;
  readonly row: ServiceRow;
  /** Every variable it reads. */
  readonly variables: ConfigSpec;
  readonly readConfig: (env?: NodeJS.ProcessEnv) => BaseConfig & ConfigOf<Spec>;
  /** The command line of its program. */
  run(argv?: string[]): Promise<void>;
}
