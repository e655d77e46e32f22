import { Bytes, JsonReader, JsonWriter, nextMember, requireMembers } from '@questp/std/assembly';

export { allocate } from '@questp/std/assembly';

let reader: JsonReader = changetype<JsonReader>(0);

/** Why the last text was refused, 0 when it was not. */
export function failure(): usize {
  const reason = reader.failure;
  return reason ? reason.region() : 0;
}

export function skip(json: usize): void {
  reader = JsonReader.of(Bytes.ofRegion(json));
  reader.skipValue();
  reader.end();
}

// Each reads an array of one kind and writes it again.

export function strings(json: usize): usize {
  const writer = open(json);
  while (reader.nextElement()) writer.string(reader.string());
  return close(writer);
}

export function integers(json: usize, max: u64): usize {
  const writer = open(json);
  while (reader.nextElement()) writer.u64(reader.u64(max));
  return close(writer);
}

export function amounts(json: usize): usize {
  const writer = open(json);
  while (reader.nextElement()) writer.uint128(reader.uint128());
  return close(writer);
}

export function instants(json: usize): usize {
  const writer = open(json);
  while (reader.nextElement()) writer.uint64String(reader.uint64String());
  return close(writer);
}

export function binaries(json: usize): usize {
  const writer = open(json);
  while (reader.nextElement()) writer.base64(reader.base64());
  return close(writer);
}

export function flags(json: usize): usize {
  const writer = open(json);
  while (reader.nextElement()) {
    if (reader.isNull()) writer.null();
    else writer.bool(reader.bool());
  }
  return close(writer);
}

/** An object with a required name and an optional note. */
export function record(json: usize): usize {
  reader = JsonReader.of(Bytes.ofRegion(json));
  const members = Bytes.ascii('name,note');
  let name = Bytes.empty();
  let note: Bytes | null = null;
  let seen: u64 = 0;
  reader.beginObject();
  for (let i = nextMember(reader, members, seen); i >= 0; i = nextMember(reader, members, seen)) {
    seen |= 1 << i;
    if (i == 0) name = reader.string();
    else if (!reader.isNull()) note = reader.string();
  }
  requireMembers(reader, members, seen, 0b01);
  reader.end();
  if (reader.failed) return 0;
  const writer = JsonWriter.create(16).beginObject().field('name').string(name).field('note');
  if (note) writer.string(note);
  else writer.null();
  return writer.endObject().toBytes().region();
}

function open(json: usize): JsonWriter {
  reader = JsonReader.of(Bytes.ofRegion(json));
  reader.beginArray();
  return JsonWriter.create(16).beginArray();
}

function close(writer: JsonWriter): usize {
  reader.end();
  return reader.failed ? 0 : writer.endArray().toBytes().region();
}
