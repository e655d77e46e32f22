import type { components, operations } from '@questp/sdk';

/** What the API answers with, by the names of its OpenAPI document. */
export type Schemas = components['schemas'];

/** The body that an operation takes. */
export type Body<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;
