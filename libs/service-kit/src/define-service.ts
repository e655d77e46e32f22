import 'reflect-metadata';
import { serviceNamed } from '@questp/manifest';
import {
  COMMON_CONFIG,
  DATABASE_CONFIG,
  loadConfig,
  type BaseConfig,
  type ConfigOf,
  type ConfigSpec,
} from '@questp/service';
import { runCommand } from './commands.js';
import type { ProvidersDefinition, ServerDefinition, Service } from './service-definition.js';

/** Makes a service of its own parts; its main.ts exports it as `service`, which the program runs (tools/scripts/bundle-main.mjs). */
export function defineService<Spec extends ConfigSpec>(
  definition: ProvidersDefinition<Spec> | ServerDefinition<Spec>,
): Service<Spec> {
  const row = serviceNamed(definition.name);
  const variables = { ...COMMON_CONFIG, ...(row.schema === null ? {} : DATABASE_CONFIG), ...definition.config };
  const service: Service<Spec> = {
    definition,
    row,
    variables,
    readConfig: (env) => loadConfig(variables, env) as BaseConfig & ConfigOf<Spec>,
    run: (argv = process.argv.slice(2)) => runCommand(service, argv),
  };
  return service;
}
