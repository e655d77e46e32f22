import { asciiBytes } from './ascii-bytes.js';
import {
  camelCase,
  pascalCase,
  type NamesDefinition,
  type ObjectDefinition,
  type VariantsDefinition,
} from '../model/definition.js';
import { type NamedDefinition } from '../model/modules.js';
import {
  assign,
  declaration,
  decodeFunction,
  nameFunction,
  readStatements,
  typeName,
  writeStatements,
  writeValue,
  type Lookup,
} from './field-code.js';

/** AssemblyScript of one definition. */
export function definitionCode({ name, definition, isRoot }: NamedDefinition, lookup: Lookup): string {
  switch (definition.kind) {
    case 'object':
      return objectCode(name, definition, isRoot, lookup);
    case 'variants':
      return variantsCode(name, definition, isRoot, lookup);
    case 'names':
      return namesCode(name, definition);
  }
}

// The data stands inside the function that uses it: at the top of a module it would get into every Wasm that imports
// the module.
function namesLiteral(names: string[]): string {
  const text = names.join(',');
  return `// ${text}
const names = Bytes.of(memory.data<u8>([${asciiBytes(text)}]), ${text.length});`;
}

function objectCode(name: string, { description, fields }: ObjectDefinition, isRoot: boolean, lookup: Lookup): string {
  const required = fields.reduce((mask, field, i) => (field.required ? mask | (1n << BigInt(i)) : mask), 0n);
  const decode =
    fields.length === 0
      ? 'readEmptyObject(r);\nreturn make<' + name + '>();'
      : `${namesLiteral(fields.map(({ key }) => key))}
const value = make<${name}>();
let seen: u64 = 0;
r.beginObject();
for (let i = nextMember(r, names, seen); i >= 0; i = nextMember(r, names, seen)) {
seen |= <u64>1 << i;
switch (i) {
${fields.map((field, i) => `case ${i}: {\n${readStatements(field, lookup)}\nbreak;\n}`).join('\n')}
}
}
requireMembers(r, names, seen, 0x${required.toString(16)});
return value;`;
  return `/** ${description} */
@unmanaged
export class ${name} {
${fields.map((field) => declaration(field, lookup)).join('\n')}

static decode(r: JsonReader): ${name} {
${decode}
}

encode(w: JsonWriter): void {
w.beginObject();
${fields.map((field) => writeStatements(field, lookup)).join('\n')}
w.endObject();
}
${isRoot ? rootCode(name) : ''}
}`;
}

function variantsCode(
  name: string,
  { description, variants }: VariantsDefinition,
  isRoot: boolean,
  lookup: Lookup,
): string {
  const kind = `${name.replace(/Msg$/, '')}Kind`;
  const payloads = variants.flatMap((variant) =>
    variant.payload
      ? `/** ${variant.description} */\n${camelCase(variant.key)}: ${typeName(variant.payload)} | null;`
      : [],
  );
  const reads = variants.map(({ key, payload }) => {
    const read = payload ? assign(`value.${camelCase(key)}`, payload, lookup) : 'readEmptyObject(r);';
    return `case ${kind}.${pascalCase(key)}: {\n${read}\nbreak;\n}`;
  });
  const writes = variants.map(({ key, payload }) => {
    const label = `w.field('${key}')`;
    const write = payload
      ? writeValue(label, `present(this.${camelCase(key)})`, payload, lookup)
      : `${label}.beginObject().endObject();`;
    return `case ${kind}.${pascalCase(key)}: {\n${write}\nbreak;\n}`;
  });
  return `/** Which member of ${name} is there. */
export const enum ${kind} {
${variants.map(({ key, description: text }) => `/** ${text} */\n${pascalCase(key)},`).join('\n')}
}

/** ${description} */
@unmanaged
export class ${name} {
kind: ${kind};
${payloads.join('\n')}

static decode(r: JsonReader): ${name} {
${namesLiteral(variants.map(({ key }) => key))}
const value = make<${name}>();
r.beginObject();
const kind = nextMember(r, names, 0);
switch (kind) {
${reads.join('\n')}
}
endVariant(r, kind);
value.kind = kind;
return value;
}

encode(w: JsonWriter): void {
w.beginObject();
switch (this.kind) {
${writes.join('\n')}
}
w.endObject();
}
${isRoot ? rootCode(name) : ''}
}`;
}

const rootCode = (name: string): string => `
/** The value of a whole JSON text; null when it is not one, with the reason in \`lastFailure\`. */
static parse(input: Bytes): ${name} | null {
const r = JsonReader.of(input);
const value = ${name}.decode(r);
return isComplete(r) ? value : null;
}

toJson(): Bytes {
const w = JsonWriter.create();
this.encode(w);
return w.toBytes();
}`;

function namesCode(name: string, { description, names }: NamesDefinition): string {
  const cases = names.slice(0, -1).map((one) => `case ${name}.${pascalCase(one)}:\nreturn '${one}';`);
  return `/** ${description} */
export const enum ${name} {
${names.map((one) => `${pascalCase(one)},`).join('\n')}
}

export function ${nameFunction(name)}(value: ${name}): string {
switch (value) {
${cases.join('\n')}
default:
return '${names.at(-1)}';
}
}

export function ${decodeFunction(name)}(r: JsonReader): ${name} {
${namesLiteral(names)}
return readName(r, names);
}`;
}
