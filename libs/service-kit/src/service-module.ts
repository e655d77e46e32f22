import { Module, type DynamicModule } from '@nestjs/common';
import type { ServiceRow } from '@questp/manifest';
import type { ConfigSpec } from '@questp/service';
import type { ProvidersDefinition } from './service-definition.js';

@Module({})
class ServiceParts {}

/** The one module of the service, with what belongs to its database, where it has one. */
export async function serviceModule<Spec extends ConfigSpec>(
  definition: ProvidersDefinition<Spec>,
  { schema }: ServiceRow,
): Promise<DynamicModule> {
  const data = schema === null ? [] : [(await import('./data.module.js')).dataModule(definition, schema)];
  return {
    module: ServiceParts,
    imports: data,
    providers: definition.wings.flatMap(({ providers }) => providers),
  };
}
