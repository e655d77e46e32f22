import type { components, operations } from '@questp/sdk';

/** Schemas of the OpenAPI document, by name. */
export type Schemas = components['schemas'];

/** The request body of an operation. */
export type Body<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;
