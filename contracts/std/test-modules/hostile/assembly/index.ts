// A hostile contract for tests. It calls another contract from a given depth of nested calls, is a token that calls another
// contract in each transfer, and, as new code of a factory, forges the record that escrows read and uses up all gas of any
// other call or query.
import {
  base64Decode,
  Bytes,
  Env,
  JsonReader,
  JsonWriter,
  make,
  message,
  Message,
  MessageInfo,
  present,
  queryResponse,
  Response,
  storageGet,
  storageSet,
  U128,
  wasmExecute,
} from '@questp/std/assembly';

export { allocate, deallocate, interface_version_8 } from '@questp/std/assembly';

export function instantiate(_env: usize, _info: usize, _msg: usize): usize {
  return Response.create('instantiate').finish();
}

/** `shared { msg }` stores what `msg` (base64) encodes under the key `shared`; `nothing` leaves the state as it is. */
export function migrate(_env: usize, msg: usize): usize {
  const request = Request.parse(msg);
  if (request.is('shared')) storageSet(Bytes.ascii('shared'), present(base64Decode(request.encoded)));
  return Response.create('migrate').finish();
}

/** `balance`: 1,000,000,000 for everybody. Any other query uses up all gas. */
export function query(_env: usize, msg: usize): usize {
  if (!Request.parse(msg).is('balance')) burn();
  return queryResponse(JsonWriter.create(64).beginObject().field('balance').ascii('1000000000').endObject().toBytes());
}

/**
 * `nest { times, contract, msg }` calls itself `times` times, one call inside the other, then the contract. `transfer`
 * and `send { contract, amount, msg }` are a CW20's, without balances; each transfer makes a call. `nothing` does
 * nothing. Any other message uses up all gas.
 */
export function execute(env: usize, info: usize, msg: usize): usize {
  const request = Request.parse(msg);
  const response = Response.create('hostile');
  const self = Env.parse(env).contract;
  if (request.is('nest')) return response.send(nested(self, request)).finish();
  if (request.is('send')) return response.send(received(MessageInfo.parse(info).sender, request)).finish();
  if (request.is('transfer')) return response.send(call(self, Bytes.ascii('{"nothing":{}}'))).finish();
  if (!request.is('nothing')) burn();
  return response.finish();
}

/** The members used of a message. */
@unmanaged
class Request {
  name: Bytes;
  times: u64;
  contract: Bytes;
  amount: Bytes;
  encoded: Bytes;

  static parse(msg: usize): Request {
    const request = make<Request>();
    const reader = JsonReader.of(message(msg));
    reader.beginObject();
    request.name = present(reader.nextField());
    reader.beginObject();
    for (let field = reader.nextField(); field; field = reader.nextField()) {
      if (field.equalsAscii('times')) request.times = reader.u64();
      else if (field.equalsAscii('contract')) request.contract = reader.string();
      else if (field.equalsAscii('amount')) request.amount = reader.string();
      else if (field.equalsAscii('msg')) request.encoded = reader.string();
      else reader.skipValue();
    }
    return request;
  }

  is(name: string): bool {
    return this.name.equalsAscii(name);
  }
}

function nested(self: Bytes, request: Request): Message {
  const contract = request.contract;
  if (request.times == 0) return call(contract, present(base64Decode(request.encoded)));
  const msg = JsonWriter.create(512).beginObject().field('nest').beginObject();
  msg
    .field('times')
    .u64(request.times - 1)
    .field('contract')
    .string(contract)
    .field('msg')
    .string(request.encoded);
  return call(self, msg.endObject().endObject().toBytes());
}

function received(sender: Bytes, request: Request): Message {
  const msg = JsonWriter.create(512).beginObject().field('receive').beginObject().field('sender').string(sender);
  msg.field('amount').string(request.amount).field('msg').string(request.encoded);
  return call(request.contract, msg.endObject().endObject().toBytes());
}

function call(to: Bytes, msg: Bytes): Message {
  return wasmExecute(to, msg, null, U128.zero());
}

/** Reads, which cost the most gas for their time and take no memory. */
function burn(): void {
  const key = Bytes.ascii('nothing');
  for (;;) storageGet(key);
}
