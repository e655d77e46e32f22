import { AssemblyModule } from './assembly-module.fixture.js';
import { pascalCase } from '../model/definition.js';
import { rootSchemas, type JsonSchema } from '../model/json-schema.js';
import { codecModules, CONTRACTS } from '../model/modules.js';
import { readSchemas } from '../schema-files.js';

/** The result of a codec for a JSON text: the value written again, or the reason of the refusal. */
export type Decoded = { json: string } | { refused: string };

/** A whole message or answer: its schema and the codec generated from it. */
export interface Codec {
  /** Name of the generated class. */
  name: string;
  schema: JsonSchema;
  decode: (text: string | Uint8Array) => Decoded;
}

/** Bytes of memory after which the module is restarted. */
const MAX_MEMORY = 2 ** 20;

/** Compiles every generated codec of a message or answer, in both directions. */
export function compileCodecs(): Codec[] {
  const schemas = readSchemas();
  const names = Object.values(codecModules(schemas)).flatMap((list) =>
    list.filter(({ isRoot }) => isRoot).map(({ name }) => name),
  );
  const module = new AssemblyModule(sourceOf(names));
  const decode = (name: string) => (text: string | Uint8Array) => {
    if (module.memory.buffer.byteLength > MAX_MEMORY) module.restart();
    const input = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const region = module.call('roundTrip', names.indexOf(name), module.place(input), input.length);
    return region === 0 ? { refused: module.text(module.call('reason')) } : { json: module.text(region) };
  };

  const roots = CONTRACTS.flatMap((contract) =>
    rootSchemas(schemas.contracts[contract]).map((schema) => {
      const prefixed = pascalCase(contract) + (schema.title ?? '');
      return { name: names.includes(prefixed) ? prefixed : (schema.title ?? ''), schema };
    }),
  );
  const all = new Map([...roots, { name: 'Ticket', schema: schemas.ticket }].map(({ name, schema }) => [name, schema]));
  return [...all].map(([name, schema]) => ({ name, schema, decode: decode(name) }));
}

function sourceOf(names: string[]): string {
  const cases = names.map(
    (name, i) => `case ${i}: { const value = ${name}.parse(input); return value ? value.toJson().region() : 0; }`,
  );
  return `import { alloc, Bytes } from '@questp/std/assembly';
import { lastFailure, ${names.join(', ')} } from '@questp/message-schema/assembly';
export function allocate(size: usize): usize { return alloc(size); }
export function reason(): usize { return lastFailure().region(); }
export function roundTrip(name: u32, start: usize, length: u32): usize {
  const input = Bytes.of(start, length);
  switch (name) { ${cases.join('\n')} default: return 0; }
}`;
}
