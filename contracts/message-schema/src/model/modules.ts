import { isDeepStrictEqual } from 'node:util';
import { pascalCase, type Definition, type FieldType } from './definition.js';
import { rootSchemas, type ContractSchema, type JsonSchema } from './json-schema.js';
import { SchemaReader } from './read-schema.js';

export const CONTRACTS = ['factory', 'escrow'] as const;
export type ContractName = (typeof CONTRACTS)[number];
export type ModuleName = 'common' | 'ticket' | ContractName;

export interface Schemas {
  ticket: JsonSchema;
  contracts: Record<ContractName, ContractSchema>;
}

/** A definition under the name it has in the generated code, which is unique over all modules. */
export interface NamedDefinition {
  name: string;
  definition: Definition;
  /** A whole message or answer, which is parsed and written on its own. */
  isRoot: boolean;
}

/** The library has an `Asset` that knows how to send itself; this one is only its form in messages. */
const RENAMED: Record<string, string> = { Asset: 'AssetMsg' };

interface Source {
  definitions: Map<string, Definition>;
  roots: Set<string>;
}

/**
 * The modules of the generated code. Definitions that several schemas share go to `common`; definitions that differ under
 * one name are prefixed with the name of the contract.
 */
export function codecModules(schemas: Schemas): Record<ModuleName, NamedDefinition[]> {
  const sources: Record<Exclude<ModuleName, 'common'>, Source> = {
    ticket: read('ticket', [schemas.ticket]),
    factory: read('factory', rootSchemas(schemas.contracts.factory)),
    escrow: read('escrow', rootSchemas(schemas.contracts.escrow)),
  };
  const modules: Record<ModuleName, NamedDefinition[]> = { common: [], ticket: [], factory: [], escrow: [] };
  const placed = new Set<string>();
  for (const module of ['ticket', ...CONTRACTS] as const) {
    const rename = (name: string): string => {
      const holders = Object.values(sources).filter((source) => source.definitions.has(name));
      return RENAMED[name] ?? (isAlike(holders, name) ? name : pascalCase(module) + name);
    };
    const { definitions, roots } = sources[module];
    for (const [name, definition] of definitions) {
      const holders = Object.values(sources).filter((source) => source.definitions.has(name));
      const isCommon = holders.length > 1 && isAlike(holders, name);
      if (isCommon && placed.has(name)) continue;
      placed.add(name);
      modules[isCommon ? 'common' : module].push({
        name: rename(name),
        definition: renameReferences(definition, rename),
        isRoot: roots.has(name),
      });
    }
  }
  return modules;
}

function read(module: string, roots: JsonSchema[]): Source {
  const definitions = new Map<string, Definition>();
  for (const root of roots) {
    // A query and its answer often share a name.
    const reader = new SchemaReader(root, root.title === 'QueryMsg' ? 'Query' : '');
    for (const [name, definition] of reader.definitions) {
      const known = definitions.get(name);
      if (known && !isDeepStrictEqual(shape(known), shape(definition))) {
        throw new Error(`${module}: ${name} is defined in two ways`);
      }
      if (!known) definitions.set(name, definition);
    }
  }
  return { definitions, roots: new Set(roots.map(({ title }) => title ?? '')) };
}

/** True if all sources define a name equally, including everything it refers to. */
function isAlike(sources: Source[], name: string): boolean {
  const [first, ...others] = sources.map(({ definitions }) => expand(name, definitions));
  return others.every((other) => isDeepStrictEqual(first, other));
}

function expand(name: string, definitions: Map<string, Definition>): unknown {
  const definition = definitions.get(name);
  if (!definition) throw new Error(`no definition ${name}`);
  return [shape(definition), references(definition).map((reference) => expand(reference, definitions))];
}

/** A definition without its descriptions. */
function shape(definition: Definition): unknown {
  return JSON.parse(
    JSON.stringify(definition, (key, value: unknown) => (key === 'description' ? undefined : value)),
  ) as unknown;
}

function types(definition: Definition): FieldType[] {
  if (definition.kind === 'object') return definition.fields.map(({ type }) => type);
  if (definition.kind === 'names') return [];
  return definition.variants.flatMap(({ payload }) => payload ?? []);
}

function references(definition: Definition): string[] {
  const of = (type: FieldType): string[] =>
    type.kind === 'ref' ? [type.name] : type.kind === 'list' ? of(type.item) : [];
  return types(definition).flatMap(of);
}

function renameReferences(definition: Definition, rename: (name: string) => string): Definition {
  const renameType = (type: FieldType): FieldType => {
    if (type.kind === 'ref') return { kind: 'ref', name: rename(type.name) };
    return type.kind === 'list' ? { kind: 'list', item: renameType(type.item) } : type;
  };
  if (definition.kind === 'names') return definition;
  if (definition.kind === 'object') {
    return { ...definition, fields: definition.fields.map((field) => ({ ...field, type: renameType(field.type) })) };
  }
  const variants = definition.variants.map((variant) =>
    variant.payload ? { ...variant, payload: renameType(variant.payload) } : variant,
  );
  return { ...definition, variants };
}
