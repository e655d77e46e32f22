import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ErrorTable } from './errors/error-table.js';
import { type ContractSchema, type JsonSchema } from './model/json-schema.js';
import { type Schemas } from './model/modules.js';

const path = (name: string): string => fileURLToPath(new URL(`../schema/${name}.json`, import.meta.url));

/** Paths of the schema files; `factory` and `escrow` are what a release of the contracts ships. */
export const SCHEMA_FILES = {
  factory: path('factory'),
  escrow: path('escrow'),
  ticket: path('ticket'),
  errors: path('errors'),
} as const;

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

export const readSchemas = (): Schemas => ({
  ticket: read(SCHEMA_FILES.ticket) as JsonSchema,
  contracts: {
    factory: read(SCHEMA_FILES.factory) as ContractSchema,
    escrow: read(SCHEMA_FILES.escrow) as ContractSchema,
  },
});

export const readErrors = (): ErrorTable => read(SCHEMA_FILES.errors) as ErrorTable;
