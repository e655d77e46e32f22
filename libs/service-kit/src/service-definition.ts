import type { ModuleMetadata, Type } from '@nestjs/common';
import type { EventListener } from '@questp/events';
import type { ServiceRow } from '@questp/manifest';
import type { Authorize } from '@questp/postgres';
import type { BaseConfig, ConfigOf, ConfigSpec, Parts, Taking } from '@questp/service';

/** The providers of a folder below `src/`. */
export type Wing = Required<Pick<ModuleMetadata, 'providers'>>;

/** Finds a provider of the service. */
export type Get = <T>(token: Type<T>) => T;

/** By what they delete: each deletes what is past its time and answers how many rows that were. */
export type Purges = Record<string, () => Promise<number>>;

export interface RunningServer extends Taking {
  close(): Promise<void>;
  /** What the line "ready" in the log says besides the health port. */
  log?: object;
}

interface CommonDefinition<Spec extends ConfigSpec> {
  /** Of its row in libs/manifest/services.json and of its folder in apps. */
  name: string;
  /** Its own variables; those of every service are added, and those of the database when it has a schema. */
  config: Spec;
}

/** What a service can be told to do besides what all can. */
export interface OwnCommand {
  /** Its line of the help. */
  summary: string;
  /** Gives what is printed. */
  run: (schema: string, args: string[]) => Promise<string>;
}

/** A service whose providers answer requests over NATS. */
export interface ProvidersDefinition<Spec extends ConfigSpec> extends CommonDefinition<Spec> {
  /** Together they are the one Nest module of the service. */
  wings: readonly Wing[];
  /** Asked at the beginning of every transaction of a call that depends on somebody's rights. */
  authorize?: Authorize;
  /** Providers that listen to events. */
  listens?: Type<EventListener>[];
  /** Run every minute in every replica, besides those of the tables that every service has. */
  housekeeping?: (get: Get) => Purges;
  /** Commands of its own, by name; of a service with a schema. */
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
