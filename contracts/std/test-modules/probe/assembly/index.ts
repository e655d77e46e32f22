// Puts the library's chain functions within reach of messages {"<command>":["<argument>",..]}.
import {
  acceptOwnership,
  after,
  Asset,
  Bytes,
  cancelOwnershipTransfer,
  canonicalize,
  checkMigration,
  Chunks,
  codeChecksum,
  contractInfo,
  Env,
  hexDecode,
  hexEncode,
  humanize,
  isLowerCase,
  isValidAddress,
  JsonReader,
  JsonWriter,
  Key,
  List,
  message,
  Message,
  MessageInfo,
  MigrationRefusal,
  Order,
  Ownership,
  OwnershipRefusal,
  panic,
  prefixEnd,
  queryResponse,
  Range,
  rawQuery,
  RecordReader,
  RecordWriter,
  refuse,
  refuseWith,
  Reply,
  Response,
  setContractVersion,
  smartQuery,
  storageGet,
  storageRemove,
  storageSet,
  transferOwnership,
  U128,
  wasmExecute,
  wasmInstantiate2,
} from '@questp/std/assembly';

export {
  allocate,
  deallocate,
  interface_version_8,
  requires_cosmwasm_1_2,
  requires_iterator,
} from '@questp/std/assembly';

let command: Bytes = changetype<Bytes>(0);
let values: List<Bytes> = changetype<List<Bytes>>(0);

export function instantiate(_env: usize, info: usize, _msg: usize): usize {
  Ownership.of(MessageInfo.parse(info).sender).save();
  setContractVersion('test:probe', '1.10.0');
  return Response.create('instantiate').finish();
}

export function execute(env: usize, info: usize, msg: usize): usize {
  read(msg);
  const call = MessageInfo.parse(info);
  const now = Env.parse(env).blockTime;
  if (is('put')) storageSet(bytes(0), bytes(1));
  else if (is('remove')) storageRemove(bytes(0));
  else if (is('chunk')) Chunks.under(Key.of('list').u32(7)).write(number(0), bytes(1));
  else if (is('transfer')) return step(transfer(call, now));
  else if (is('accept')) return step(acceptOwnership(Ownership.load(), call.sender, now, values.length == 0));
  else if (is('cancel')) return step(cancelOwnershipTransfer(Ownership.load(), call.sender));
  else if (is('version')) setContractVersion('test:probe', '1.9.0');
  else if (is('refuse')) return refuseWith('refused', 'the caller asked for it', bytes(0));
  else if (is('panic')) panic('asked for');
  else return send(call, now);
  return Response.create('done').finish();
}

export function reply(_env: usize, msg: usize): usize {
  const ended = Reply.parse(msg);
  const response = Response.create('replied').attributeU64('id', ended.id);
  return response
    .attributeAscii('error', ended.isError ? 'yes' : 'no')
    .attribute('text', ended.error)
    .finish();
}

export function migrate(_env: usize, msg: usize): usize {
  read(msg);
  const refusal = is('other') ? checkMigration('test:other', '2.0.0') : checkMigration('test:probe', '1.9.9');
  if (!refusal) return Response.create('done').finish();
  return refuse(refusal == MigrationRefusal.Downgrade ? 'downgrade_refused' : 'wrong_contract', 'refused');
}

export function query(env: usize, msg: usize): usize {
  read(msg);
  const answer = JsonWriter.create(16);
  if (is('env')) writeEnv(answer, Env.parse(env));
  else if (is('get')) writeText(answer, storageGet(bytes(0)));
  else if (is('range')) writeRange(answer, Range.of(optional(0), optional(1), <Order>number(2)));
  else if (is('prefix')) writeRange(answer, Range.of(bytes(0), prefixEnd(bytes(0)), Order.Ascending));
  else if (is('after')) writeRange(answer, Range.of(after(bytes(0)), null, Order.Ascending));
  else if (is('prefix_end')) writeText(answer, hexEncode(prefixEnd(hexDecode(bytes(0))!)));
  else if (is('key')) writeText(answer, hexEncode(Key.of('ns').part(bytes(0)).u32(1).u64(2).last(bytes(1)).bytes()));
  else if (is('name')) writeText(answer, Key.of('ns').bytes());
  else if (is('chunk')) writeText(answer, Chunks.under(Key.of('list').u32(7)).read(number(0)));
  else if (is('chunks')) writeChunks(answer, Chunks.under(Key.of('list').u32(7)).from(number(0)));
  else if (is('chunk_count')) answer.u64(Chunks.under(Key.of('list').u32(number(0))).count());
  else if (is('records')) writeRecord(answer);
  else if (is('owner')) writeOwner(answer, Ownership.load());
  else if (!addressQuery(answer)) chainQuery(answer);
  return queryResponse(answer.toBytes());
}

function addressQuery(answer: JsonWriter): bool {
  if (is('valid')) answer.bool(isValidAddress(bytes(0)));
  else if (is('lower')) answer.bool(isLowerCase(bytes(0)));
  else if (is('human')) writeText(answer, humanize(hexDecode(bytes(0))!));
  else if (is('canonical')) {
    const canonical = canonicalize(bytes(0));
    writeText(answer, canonical ? hexEncode(canonical) : null);
  } else return false;
  return true;
}

function chainQuery(answer: JsonWriter): void {
  if (is('native') || is('token')) {
    const balance = asset().balanceOf(bytes(1));
    if (balance) answer.uint128(balance);
    else answer.null();
  } else if (is('raw')) {
    writeText(answer, rawQuery(bytes(0), bytes(1)));
  } else if (is('smart')) {
    const response = smartQuery(bytes(0), bytes(1));
    if (response) answer.raw(response);
    else answer.null();
  } else if (is('checksum')) {
    const checksum = codeChecksum(number(0));
    writeText(answer, checksum ? hexEncode(checksum) : null);
  } else {
    const info = contractInfo(bytes(0));
    if (!info) answer.null();
    else writeText(answer.beginArray().u64(info.codeId).string(info.creator), info.admin).endArray();
  }
}

function send(call: MessageInfo, now: u64): usize {
  const response = Response.create('send').attributeU64('now', now).event('sent').attribute('by', call.sender);
  response.attributeU64('coins', call.funds.length);
  if (is('native') || is('token')) response.send(asset().send(bytes(1), amount(2)));
  else if (is('create')) response.send(creation());
  else if (is('try')) response.sendReplyOnError(9, callOf(), amount(2).lo);
  else if (is('always')) response.sendReplyAlways(9007199254740991, callOf());
  else if (is('data')) response.data(bytes(0));
  else return refuse('unknown', 'no such command');
  return response.event('done').finish();
}

function creation(): Message {
  return wasmInstantiate2(number(0), Bytes.ascii('{}'), bytes(1), optional(2), bytes(3), optional(4), amount(5));
}

function callOf(): Message {
  return wasmExecute(bytes(0), bytes(1), null, U128.zero());
}

function asset(): Asset {
  const asset = is('native') ? Asset.native(bytes(0)) : Asset.cw20(bytes(0));
  const record = RecordWriter.create(1);
  asset.write(record);
  const same = Asset.read(RecordReader.of(record.toBytes()));
  if (same != asset) panic('asset differs');
  return same;
}

function writeEnv(answer: JsonWriter, env: Env): void {
  answer
    .beginArray()
    .string(env.chainId)
    .u64(env.blockHeight)
    .uint64String(env.blockTime)
    .string(env.contract)
    .endArray();
}

function writeOwner(answer: JsonWriter, ownership: Ownership): void {
  writeText(answer.beginArray().string(ownership.owner), ownership.pendingOwner).uint64String(ownership.pendingExpiry);
  answer.endArray();
}

function writeRange(answer: JsonWriter, range: Range): void {
  answer.beginArray();
  while (range.next()) answer.beginArray().string(range.key).string(range.value).endArray();
  answer.endArray();
}

function writeChunks(answer: JsonWriter, chunks: Range): void {
  answer.beginArray();
  while (chunks.next()) answer.string(chunks.value);
  answer.endArray();
}

/** A record of every kind of value, written and read back. */
function writeRecord(answer: JsonWriter): void {
  const record = RecordWriter.create(1).u8(1).u16le(2).u32le(3).u64le(4).u128le(U128.of(5, 6)).bool(true);
  record.text8(bytes(0)).text16(bytes(1)).optionalText8(null).optionalText8(bytes(0)).optionalU64(false, 7);
  record.optionalU64(true, 8).bytes(bytes(1));
  const reader = RecordReader.of(record.toBytes());
  answer.beginArray().u64(reader.u8()).u64(reader.u16()).u64(reader.u32()).u64(reader.u64()).uint128(reader.u128());
  answer.bool(reader.bool()).string(reader.text8()).string(reader.text16());
  writeText(writeText(answer, reader.optionalText8()), reader.optionalText8());
  answer
    .u64(reader.optionalU64())
    .u64(reader.optionalU64())
    .string(reader.fixed(bytes(1).length));
  answer.bool(reader.isAtEnd).u64(reader.addedU64());
  answer
    .u64(
      RecordReader.of(
        record
          .u64le(9)
          .toBytes()
          .slice(record.length - 8, record.length),
      ).addedU64(),
    )
    .endArray();
  if (is('records') && values.length > 2) reader.u8();
}

function writeText(answer: JsonWriter, text: Bytes | null): JsonWriter {
  return text ? answer.string(text) : answer.null();
}

function read(msg: usize): void {
  const reader = JsonReader.of(message(msg));
  values = List.create<Bytes>(1);
  reader.beginObject();
  const name = reader.nextField();
  reader.beginArray();
  while (reader.nextElement()) values.push(reader.string());
  reader.nextField();
  reader.end();
  if (reader.failed) panic('unreadable command');
  command = name!;
}

function is(name: string): bool {
  return command.equalsAscii(name);
}

function bytes(index: u32): Bytes {
  return values.at(index);
}

function optional(index: u32): Bytes | null {
  const value = bytes(index);
  return value.isEmpty ? null : value;
}

function amount(index: u32): U128 {
  return U128.parse(bytes(index))!;
}

function number(index: u32): u32 {
  return <u32>amount(index).lo;
}

/** Expiry 0: none. A third argument: not at this moment. */
function transfer(call: MessageInfo, now: u64): OwnershipRefusal {
  const expiry = amount(1).lo;
  return transferOwnership(Ownership.load(), call.sender, bytes(0), expiry != 0, expiry, now, values.length == 2);
}

function step(refusal: OwnershipRefusal): usize {
  return refusal ? refuse(codeOf(refusal), 'refused') : Response.create('done').finish();
}

function codeOf(refusal: OwnershipRefusal): string {
  switch (refusal) {
    case OwnershipRefusal.Unauthorized:
      return 'unauthorized';
    case OwnershipRefusal.NotNow:
      return 'not_now';
    case OwnershipRefusal.InvalidAddress:
      return 'invalid_address';
    case OwnershipRefusal.InvalidExpiry:
      return 'invalid_expiry';
    case OwnershipRefusal.NoPendingOwner:
      return 'no_pending_owner';
    default:
      return 'ownership_expired';
  }
}
