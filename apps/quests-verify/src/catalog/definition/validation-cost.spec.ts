import { CONFIG_BYTES, INPUTS_BYTES, jsonBytes } from '@questp/messages/language';
import { cpuMs, hostileValues } from '@questp/messages/testing';
import { unstorableText } from '../../shared/unstorable-text.js';
import { TASK_TYPES } from '../../task-types/index.js';
import type { JsonSchema } from './json-schema.js';
import { validateConfig, validateInputs, type Validation } from './validation.js';

/** Of a body, in bytes. */
const BODY_LIMIT = 128 * 1024;
/** Most CPU time of a validation, in milliseconds. */
const MAX_MS = 5;

interface Parts {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  maxItems?: number;
  maxLength?: number;
  maxProperties?: number;
  enum?: unknown[];
  uniqueItems?: boolean;
}

/** The schema and every schema in it. */
function* within(schema: JsonSchema): Generator<Parts> {
  const parts: Parts = schema;
  yield parts;
  const { properties = {}, items, additionalProperties } = parts;
  for (const below of Object.values(properties)) yield* within(below);
  if (items !== undefined) yield* within(items);
  if (typeof additionalProperties === 'object') yield* within(additionalProperties);
}

/** A value of the schema's shape with as much in it as the budget lets there be; texts and numbers are `leaf`'s. */
function filled(schema: JsonSchema, budget: number, leaf: (parts: Parts) => unknown): unknown {
  const parts: Parts = schema;
  if (parts.type === 'object') {
    const { properties = {}, additionalProperties: extra, maxProperties = 0 } = parts;
    const names = Object.keys(properties);
    const members = names.map((name) => [name, filled(properties[name] as JsonSchema, budget / names.length, leaf)]);
    const more = typeof extra === 'object' ? maxProperties : 0;
    for (let index = 0; index < more; index += 1) {
      members.push([`m${index}`, filled(extra as JsonSchema, budget / more, leaf)]);
    }
    return Object.fromEntries(members) as unknown;
  }
  if (parts.type === 'array') {
    const item = (index: number) => {
      const one = filled(parts.items as JsonSchema, budget / 10, leaf);
      return typeof one === 'object' && one !== null ? { ...one, id: `i${index}` } : one;
    };
    const count = Math.max(1, Math.min(parts.maxItems ?? 1_000, Math.floor(budget / (jsonBytes(item(0)) + 1))));
    return Array.from({ length: count }, (_, index) => item(index));
  }
  return leaf(parts);
}

const text = (part: string, end: string) => (parts: Parts) => {
  const length = Math.min(parts.maxLength ?? 40, 2_000);
  return parts.type === 'integer' || parts.type === 'number' ? part : part.repeat(Math.max(0, length - 1)) + end;
};
const LEAVES: ((parts: Parts) => unknown)[] = [
  () => 0,
  () => '',
  () => null,
  () => ({ a: 0, b: 0 }),
  () => [0, 0],
  text('a', 'a'),
  text('a', '\n'),
  text('/', ' '),
  ({ enum: values }) => values?.[0] ?? 'a',
];

const SIZE = CONFIG_BYTES - 200;
const HOSTILE = hostileValues(SIZE).map(([, value]) => value);
/** One of each kind, for the members of a schema. */
const KINDS = [
  'many members',
  'many different objects',
  'objects in objects',
  'a text of a',
  'a text of  ',
  'a text of a.',
];
const FEW = hostileValues(SIZE).flatMap(([what, value]) => (KINDS.includes(what) ? [value] : []));

function* attacks(schema: JsonSchema): Generator<unknown> {
  yield* HOSTILE;
  yield* hostileValues(BODY_LIMIT)
    .slice(0, 5)
    .map(([, value]) => value);
  const { properties = {} }: Parts = schema;
  for (const [name, below] of Object.entries(properties)) {
    const { items, type }: Parts = below;
    for (const value of FEW) yield { [name]: value };
    if (type === 'array') for (const value of FEW) yield { [name]: [value] };
    for (const inner of Object.keys((items as Parts | undefined)?.properties ?? {})) {
      for (const value of FEW) yield { [name]: [{ [inner]: value }] };
    }
  }
  for (const leaf of LEAVES) yield filled(schema, CONFIG_BYTES * 0.9, leaf);
}

const IDS = TASK_TYPES.all.map((type) => [type.id, type] as const);
/** Many types have the schemas of another one. */
const DIFFERENT = [...new Map(IDS.map((row) => [JSON.stringify([row[1].config, row[1].inputs]), row])).values()];

describe('the schemas of a task type', () => {
  it.each(IDS)('%s: bound every text, list and map, and compare no objects with each other', (_, type) => {
    for (const schema of [...within(type.config), ...within(type.inputs)]) {
      const types = [schema.type].flat();
      if (types.includes('string')) expect(schema.enum ?? schema.maxLength).toBeDefined();
      if (types.includes('array')) expect(schema.maxItems).toBeDefined();
      if (types.includes('object')) expect(schema.maxProperties ?? schema.additionalProperties).not.toBe(undefined);
      if (types.includes('object') && schema.additionalProperties !== false) expect(schema.maxProperties).toBeDefined();
      if (schema.uniqueItems === true) expect((schema.items as Parts).type).toBe('string');
    }
  });
});

describe('the validation of configurations and inputs', () => {
  it.each(DIFFERENT)('%s: takes under 5 ms for a hostile body, and reports at most 50 short errors', (id, type) => {
    const config = type.available ? type.exampleConfig : {};
    const slow: string[] = [];
    for (const [schema, check] of [
      [type.config, (value: unknown) => validateConfig(TASK_TYPES.get(id), value)],
      [type.inputs, (value: unknown) => validateInputs(TASK_TYPES.get(id), config, value)],
    ] as const) {
      for (const value of attacks(schema)) {
        let result: Validation | undefined;
        const ms = cpuMs(() => (result = check(value)), MAX_MS);
        const errors = result?.ok === false ? result.errors : [];
        if (errors.length > 50 || jsonBytes(errors) > 32_768) slow.push(`${errors.length} errors`);
        if (ms >= MAX_MS) slow.push(`${ms} ms: ${JSON.stringify(value).slice(0, 80)}`);
      }
    }
    expect(slow).toEqual([]);
  });

  it('takes little to find texts that cannot be stored', () => {
    for (const [, value] of hostileValues(CONFIG_BYTES)) {
      expect(cpuMs(() => unstorableText(value), MAX_MS)).toBeLessThan(MAX_MS);
    }
  });

  it('refuses more than a configuration and inputs can have, also where defaults add to it', () => {
    const fields = Array.from({ length: 50 }, (_, index) => ({
      id: `f${index}`,
      label: '😀'.repeat(300),
      kind: 'short_text',
    }));
    const config = { fields, intro: '' };
    config.intro = 'x'.repeat(CONFIG_BYTES - jsonBytes(config));
    expect(jsonBytes(config)).toBe(CONFIG_BYTES);
    // Each field gets "required": false.
    expect(validateConfig(TASK_TYPES.get('custom_form'), config)).toMatchObject({
      ok: false,
      errors: [{ pointer: '', code: 'LENGTH' }],
    });
    config.intro = 'x'.repeat(config.intro.length - 50 * ',"required":false'.length);
    expect(validateConfig(TASK_TYPES.get('custom_form'), config)).toMatchObject({ ok: true });
    const answers = { f0: 'x'.repeat(INPUTS_BYTES) };
    expect(validateInputs(TASK_TYPES.get('custom_form'), config, { answers })).toMatchObject({ ok: false });
  });

  it('finds ids that are used twice among objects that differ', () => {
    const field = { id: 'a', label: 'One', kind: 'short_text' };
    const prize = { id: 'a', name: 'One', quantity: 1 };
    const closesAt = '2027-06-01T00:00:00.000Z';
    const errorsOf = (id: string, config: object) => {
      const result = validateConfig(TASK_TYPES.get(id), config);
      return result.ok ? [] : result.errors.map(({ pointer, code }) => `${pointer} ${code}`);
    };
    expect(errorsOf('custom_form', { fields: [field, { ...field, label: 'Two' }] })).toEqual([
      '/fields/1/id DUPLICATE',
    ]);
    expect(errorsOf('engagement_lucky_draw', { closesAt, prizes: [prize, { ...prize, name: 'Two' }] })).toEqual([
      '/prizes/1/id DUPLICATE',
    ]);
  });
});
