// A tip jar: anyone tips in one denomination, the jar remembers who gave how much, its owner empties it.
import {
  acceptOwnership,
  after,
  bankBalance,
  bankSend,
  Bytes,
  BytesBuilder,
  checkMigration,
  endVariant,
  Env,
  isValidAddress,
  JsonReader,
  JsonWriter,
  Key,
  message,
  MessageInfo,
  nextMember,
  Order,
  Ownership,
  OwnershipRefusal,
  prefixEnd,
  queryResponse,
  Range,
  readEmptyObject,
  RecordReader,
  refuse,
  refuseWith,
  Reply,
  requireMembers,
  Response,
  setContractVersion,
  storageGet,
  storageSet,
  transferOwnership,
  U128,
} from '@questp/std/assembly';

export { allocate, deallocate, interface_version_8, requires_iterator } from '@questp/std/assembly';

const CONTRACT = 'example:tip-jar';
const VERSION = '0.1.0';
const EMPTYING: u64 = 1;
const PAGE: u32 = 30;

/** {"owner":"<address>","denom":"<denomination>"} */
export function instantiate(_env: usize, _info: usize, msg: usize): usize {
  const reader = JsonReader.of(message(msg));
  const members = Bytes.ascii('owner,denom');
  let owner = Bytes.empty();
  let denom = Bytes.empty();
  let seen: u64 = 0;
  reader.beginObject();
  for (let i = nextMember(reader, members, seen); i >= 0; i = nextMember(reader, members, seen)) {
    seen |= 1 << i;
    if (i == 0) owner = reader.string();
    else denom = reader.string();
  }
  requireMembers(reader, members, seen, 0b11);
  reader.end();
  if (reader.failed) return malformed(reader);
  if (!isValidAddress(owner)) return refuse('invalid_address', 'the owner is no address of this chain');
  if (denom.isEmpty) return refuse('invalid_denom', 'the denomination is empty');
  Ownership.of(owner).save();
  storageSet(denomKey(), denom);
  setContractVersion(CONTRACT, VERSION);
  return Response.create('instantiate').attribute('owner', owner).finish();
}

/** {"tip":{}}, {"empty":{}}, {"transfer_ownership":{"new_owner":"<address>"}} or {"accept_ownership":{}} */
export function execute(env: usize, info: usize, msg: usize): usize {
  const reader = JsonReader.of(message(msg));
  let newOwner = Bytes.empty();
  reader.beginObject();
  const kind = nextMember(reader, Bytes.ascii('tip,empty,transfer_ownership,accept_ownership'), 0);
  if (kind == 2) newOwner = readOnlyMember(reader, Bytes.ascii('new_owner'));
  else if (kind >= 0) readEmptyObject(reader);
  endVariant(reader, kind);
  reader.end();
  if (reader.failed) return malformed(reader);

  const call = MessageInfo.parse(info);
  if (kind == 0) return tip(call);
  if (call.funds.length) return refuse('funds_not_accepted', 'only a tip takes funds');
  const at = Env.parse(env);
  if (kind == 1) return empty(at, call);
  const ownership = Ownership.load();
  const refusal =
    kind == 2
      ? transferOwnership(ownership, call.sender, newOwner, false, 0, at.blockTime)
      : acceptOwnership(ownership, call.sender, at.blockTime);
  if (refusal == OwnershipRefusal.Unauthorized) return refuse('unauthorized', 'the ownership stays where it is');
  if (refusal) return refuse('invalid_offer', 'there is no such offer, or no such address');
  return Response.create(kind == 2 ? 'transfer_ownership' : 'accept_ownership').finish();
}

/** The jar keeps its tips when its owner cannot receive them. */
export function reply(_env: usize, msg: usize): usize {
  return Response.create('emptying_failed').attribute('reason', Reply.parse(msg).error).finish();
}

/** {"tips":{}} or {"tips":{"start_after":"<address>"}}: a page of who gave how much, ascending by address. */
export function query(_env: usize, msg: usize): usize {
  const reader = JsonReader.of(message(msg));
  let start = tipsKey().prefix();
  reader.beginObject();
  const kind = nextMember(reader, Bytes.ascii('tips'), 0);
  if (kind >= 0) {
    reader.beginObject();
    if (nextMember(reader, Bytes.ascii('start_after'), 0) == 0) {
      start = after(tipsKey().last(reader.string()).bytes());
      nextMember(reader, Bytes.ascii('start_after'), 1);
    }
  }
  endVariant(reader, kind);
  reader.end();
  if (reader.failed) return malformed(reader);
  return queryResponse(tipsFrom(start));
}

/** {}: to code of this or a later version. */
export function migrate(_env: usize, _msg: usize): usize {
  if (checkMigration(CONTRACT, VERSION)) return refuse('wrong_code', 'this code cannot take over that contract');
  setContractVersion(CONTRACT, VERSION);
  return Response.create('migrate').finish();
}

function tip(call: MessageInfo): usize {
  const denom = storageGet(denomKey());
  if (call.funds.length != 1 || !denom || call.funds.at(0).denom != denom) {
    return refuse('wrong_funds', 'a tip is one coin of the denomination of the jar');
  }
  const key = tipsKey().last(call.sender).bytes();
  const earlier = storageGet(key);
  const amount = call.funds.at(0).amount;
  const given = earlier ? RecordReader.of(earlier).u128() + amount : amount;
  storageSet(key, BytesBuilder.create(16).u128le(given).toBytes());
  return Response.create('tip').attribute('sender', call.sender).attributeU128('amount', amount).finish();
}

function empty(env: Env, call: MessageInfo): usize {
  if (!Ownership.load().isOwner(call.sender)) return refuse('unauthorized', 'only the owner empties the jar');
  const denom = storageGet(denomKey())!;
  const amount = bankBalance(env.contract, denom);
  // The bank refuses to send nothing.
  if (amount.isZero) return refuse('nothing_to_send', 'the jar is empty');
  const response = Response.create('empty').attributeU128('amount', amount);
  return response.sendReplyOnError(EMPTYING, bankSend(call.sender, denom, amount)).finish();
}

function tipsFrom(start: Bytes): Bytes {
  const prefix = tipsKey().prefix();
  const range = Range.of(start, prefixEnd(prefix), Order.Ascending);
  const json = JsonWriter.create().beginObject().field('tips').beginArray();
  for (let i: u32 = 0; i < PAGE && range.next(); i++) {
    const sender = range.key.slice(prefix.length, range.key.length);
    const amount = RecordReader.of(range.value).u128();
    json.beginObject().field('sender').string(sender).field('amount').uint128(amount).endObject();
  }
  return json.endArray().endObject().toBytes();
}

/** The string in an object of one required member. */
function readOnlyMember(reader: JsonReader, name: Bytes): Bytes {
  let value = Bytes.empty();
  let seen: u64 = 0;
  reader.beginObject();
  while (nextMember(reader, name, seen) == 0) {
    seen = 1;
    value = reader.string();
  }
  requireMembers(reader, name, seen, 1);
  return value;
}

function malformed(reader: JsonReader): usize {
  return refuseWith('invalid_message', 'the message does not parse', reader.failure!);
}

function denomKey(): Bytes {
  return Key.of('denom').bytes();
}

function tipsKey(): Key {
  return Key.of('tips');
}
