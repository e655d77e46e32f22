import { readSchemas } from '../schema-files.js';
import { type JsonSchema } from './json-schema.js';
import { codecModules } from './modules.js';
import { SchemaReader } from './read-schema.js';

const message = (members: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  title: 'Message',
  description: 'A message.',
  type: 'object',
  required: Object.keys(members),
  properties: members,
  additionalProperties: false,
  ...more,
});
const read = (schema: JsonSchema) => () => new SchemaReader(schema).definitions;

describe('A schema without a codec that means the same is an error:', () => {
  const description = 'A member.';
  it.each<[string, JsonSchema, string]>([
    ['a keyword', message({ a: { description, type: 'string', pattern: '^a$' } }), 'Message.a: no codec for pattern'],
    ['a format', message({ a: { description, type: 'integer', format: 'int8' } }), 'type integer, format int8'],
    ['a type', message({ a: { description, type: 'number' } }), 'type number'],
    ['unknown members', message({}, { additionalProperties: undefined }), 'additionalProperties must be false'],
    ['absent but not null', message({ a: { description, type: 'string' } }, { required: [] }), 'may be null'],
    ['a missing definition', message({ a: { description, $ref: '#/definitions/B' } }), 'no definition B'],
    ['a member without description', message({ a: { type: 'string' } }), 'Message.a: no description'],
  ])('%s', (_, schema, error) => {
    expect(read(schema)).toThrow(error);
  });
});

describe('The generated names', () => {
  const modules = codecModules(readSchemas());
  const names = (module: keyof typeof modules): string[] => modules[module].map(({ name }) => name);

  it('are unique over all modules', () => {
    const all = Object.values(modules).flatMap((list) => list.map(({ name }) => name));
    expect(new Set(all).size).toBe(all.length);
  });

  it('are shared by types that both contracts have, and otherwise contain the name of the contract', () => {
    expect(names('common')).toEqual(expect.arrayContaining(['Limits', 'OwnershipResponse', 'Pause', 'AssetMsg']));
    expect(names('factory')).toEqual(expect.arrayContaining(['FactoryExecuteMsg', 'FactoryConfigResponse']));
    expect(names('escrow')).toEqual(expect.arrayContaining(['EscrowExecuteMsg', 'EscrowConfigResponse', 'Phase']));
  });

  it('differ for a query and its answer', () => {
    expect(names('factory')).toEqual(expect.arrayContaining(['PauseTotals', 'PauseTotalsQuery']));
  });
});
