/** The part of JSON Schema draft-07 that cosmwasm-schema writes and this generator reads. */
export interface JsonSchema {
  $schema?: string;
  title?: string;
  description?: string;
  $ref?: string;
  allOf?: [JsonSchema];
  anyOf?: [JsonSchema, JsonSchema];
  oneOf?: JsonSchema[];
  type?: string | [string, 'null'];
  enum?: string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  items?: JsonSchema;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: false;
  definitions?: Record<string, JsonSchema>;
}

/** Layout of a contract's schema file: cosmwasm-schema, idl_version 1.0.0. */
export interface ContractSchema {
  contract_name: string;
  contract_version: string;
  idl_version: '1.0.0';
  instantiate: JsonSchema;
  execute: JsonSchema;
  query: JsonSchema;
  migrate: JsonSchema;
  sudo: null;
  responses: Record<string, JsonSchema>;
}

/** Messages inside the CW20 receive hook stand in the definitions of the execute message under this name. */
export const HOOK_DEFINITION = 'Cw20HookMsg';

/** Every message and response of a contract as a schema that stands alone. */
export function rootSchemas(contract: ContractSchema): JsonSchema[] {
  const { instantiate, execute, query, migrate, responses } = contract;
  const hook = execute.definitions?.[HOOK_DEFINITION];
  if (!hook) throw new Error(`${contract.contract_name}: the execute message has no definition ${HOOK_DEFINITION}`);
  const definitions = execute.definitions ?? {};
  return [
    instantiate,
    execute,
    { ...hook, title: HOOK_DEFINITION, definitions },
    query,
    migrate,
    ...Object.values(responses),
  ];
}
