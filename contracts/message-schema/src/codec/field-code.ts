import { camelCase, type Definition, type Field, type FieldType } from '../model/definition.js';

/** Finds a definition of any module by its generated name. */
export type Lookup = (name: string) => Definition;

const INTEGERS = { uint16: 'u32', uint32: 'u32', uint64: 'u64' };
const MAXIMA = { uint16: 'u16.MAX_VALUE', uint32: 'u32.MAX_VALUE', uint64: 'u64.MAX_VALUE' };

/** AssemblyScript type of a value that is there. */
export function typeName(type: FieldType): string {
  switch (type.kind) {
    case 'integer':
      return INTEGERS[type.format];
    case 'boolean':
      return 'bool';
    case 'text':
    case 'binary':
      return 'Bytes';
    case 'uint64':
      return 'u64';
    case 'uint128':
      return 'U128';
    case 'list':
      return `List<${typeName(type.item)}>`;
    case 'ref':
      return type.name;
  }
}

/** Numbers have no null: a flag beside them says whether they are there. */
export function isNumber(type: FieldType, lookup: Lookup): boolean {
  if (type.kind === 'ref') return lookup(type.name).kind === 'names';
  return type.kind === 'integer' || type.kind === 'boolean' || type.kind === 'uint64';
}

/** Property declarations of a field. */
export function declaration({ key, description, type, nullable }: Field, lookup: Lookup): string {
  const name = camelCase(key);
  const doc = `/** ${description} */\n`;
  if (!nullable) return `${doc}${name}: ${typeName(type)};`;
  if (!isNumber(type, lookup)) return `${doc}${name}: ${typeName(type)} | null;`;
  return `${flagName(name)}: bool;\n${doc}${name}: ${typeName(type)};`;
}

/** Expression that reads a value; lists are read by a loop into `name`. */
function readExpression(type: FieldType, lookup: Lookup): string {
  switch (type.kind) {
    case 'integer':
      return type.format === 'uint64' ? 'r.u64()' : `<u32>r.u64(${MAXIMA[type.format]})`;
    case 'boolean':
      return 'r.bool()';
    case 'text':
      return type.min === undefined && type.max === undefined
        ? 'r.string()'
        : `readText(r, ${type.min ?? 0}, ${type.max ?? 'u32.MAX_VALUE'})`;
    case 'binary':
      return 'r.base64()';
    case 'uint64':
      return 'r.uint64String()';
    case 'uint128':
      return 'r.uint128()';
    case 'ref':
      return lookup(type.name).kind === 'names' ? `${decodeFunction(type.name)}(r)` : `${type.name}.decode(r)`;
    case 'list':
      throw new Error('a list inside a list has no codec');
  }
}

/** Statements that read a field of `value`. */
export function readStatements({ key, type, nullable }: Field, lookup: Lookup): string {
  const name = camelCase(key);
  const read = assign(`value.${name}`, type, lookup);
  if (!nullable) return read;
  const flag = isNumber(type, lookup) ? `value.${flagName(name)} = true;\n` : '';
  return `if (!r.isNull()) {\n${flag}${read}\n}`;
}

/** Statements that read a value into `target`. */
export function assign(target: string, type: FieldType, lookup: Lookup): string {
  if (type.kind !== 'list') return `${target} = ${readExpression(type, lookup)};`;
  const item = typeName(type.item);
  return `const items = List.create<${item}>(8);
r.beginArray();
while (r.nextElement()) items.push(${readExpression(type.item, lookup)});
${target} = items;`;
}

/** Statements that write a value behind `w`, an expression of the writer. */
export function writeValue(w: string, source: string, type: FieldType, lookup: Lookup): string {
  switch (type.kind) {
    case 'integer':
      return `${w}.u64(${source});`;
    case 'boolean':
      return `${w}.bool(${source});`;
    case 'text':
      return `${w}.string(${source});`;
    case 'binary':
      return `${w}.base64(${source});`;
    case 'uint64':
      return `${w}.uint64String(${source});`;
    case 'uint128':
      return `${w}.uint128(${source});`;
    case 'ref':
      return lookup(type.name).kind === 'names'
        ? `${w}.ascii(${nameFunction(type.name)}(${source}));`
        : `${w === 'w' ? '' : `${w};\n`}${source}.encode(w);`;
    case 'list':
      return `${w}.beginArray();
for (let i: u32 = 0; i < ${source}.length; i++) ${writeValue('w', `${source}.at(i)`, type.item, lookup)}
w.endArray();`;
  }
}

/** Statements that write a field of `this`; what may be absent and is not there is left out. */
export function writeStatements({ key, type, required, nullable }: Field, lookup: Lookup): string {
  const name = camelCase(key);
  const label = `w.field('${key}')`;
  if (!nullable) return writeValue(label, `this.${name}`, type, lookup);
  const absent = required ? ` else {\n${label}.null();\n}` : '';
  if (isNumber(type, lookup)) {
    return `if (this.${flagName(name)}) {\n${writeValue(label, `this.${name}`, type, lookup)}\n}${absent}`;
  }
  return `const ${name} = this.${name};\nif (${name}) {\n${writeValue(label, name, type, lookup)}\n}${absent}`;
}

/** `limit` -> `hasLimit`. */
const flagName = (name: string): string => `has${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** `Phase` -> `decodePhase`. */
export const decodeFunction = (name: string): string => `decode${name}`;

/** `Phase` -> `phaseName`. */
export const nameFunction = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}Name`;
