import { Bytes } from './bytes';
import { JsonReader } from './json-reader';

// Strict objects: every member known, none twice, none missing. `names` are separated by commas; a member is known by
// its index there, `seen` and `required` are sets of such indexes (bit n: index n, at most 64).

const COMMA: u8 = 0x2c;

/** The index of the next member, whose value must be read next; -1 at the end of the object and after a failure. */
export function nextMember(reader: JsonReader, names: Bytes, seen: u64): i32 {
  const name = reader.nextField();
  if (!name) return -1;
  const index = indexOf(names, name);
  if (index < 0) reader.fail('unknown field', name);
  else if ((seen >> index) & 1) reader.fail('duplicate field', name);
  else return index;
  return -1;
}

/** Fails unless every required member was seen. */
export function requireMembers(reader: JsonReader, names: Bytes, seen: u64, required: u64): void {
  const missing = required & ~seen;
  if (missing) reader.fail('missing field', nameAt(names, <u32>ctz(missing)));
}

/** Ends an object of exactly one member, as an enum is written; `index` is what nextMember gave for it. */
export function endVariant(reader: JsonReader, index: i32): void {
  if (index < 0) {
    reader.fail('expected one field');
    return;
  }
  const another = reader.nextField();
  if (another) reader.fail('unexpected field', another);
}

/** The value of a variant without content. */
export function readEmptyObject(reader: JsonReader): void {
  reader.beginObject();
  const name = reader.nextField();
  if (name) reader.fail('unknown field', name);
}

/** The index in `names` of a string value. */
export function readName(reader: JsonReader, names: Bytes): i32 {
  const name = reader.string();
  const index = indexOf(names, name);
  if (index < 0) reader.fail('unknown name', name);
  return max(index, 0);
}

function indexOf(names: Bytes, name: Bytes): i32 {
  let index = 0;
  for (let from: u32 = 0; from < names.length; index++) {
    const to = endOfName(names, from);
    if (to - from == name.length && names.slice(from, to) == name) return index;
    from = to + 1;
  }
  return -1;
}

function nameAt(names: Bytes, index: u32): Bytes {
  let from: u32 = 0;
  for (; index; index--) from = endOfName(names, from) + 1;
  return names.slice(from, endOfName(names, from));
}

function endOfName(names: Bytes, from: u32): u32 {
  let to = from;
  while (to < names.length && load<u8>(names.start + to) != COMMA) to++;
  return to;
}
