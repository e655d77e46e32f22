import { Bytes } from './bytes';
import { JsonWriter } from './json-writer';
import { make } from './memory';
import { U128 } from './u128';

/** A message the contract asks the chain to run. Source: wasmvm types/msg.go. */
@unmanaged
export class Message {
  json: Bytes;

  static of(json: Bytes): Message {
    const message = make<Message>();
    message.json = json;
    return message;
  }
}

/** The bank refuses an amount of zero. */
export function bankSend(to: Bytes, denom: Bytes, amount: U128): Message {
  const writer = JsonWriter.create(256).beginObject().field('bank').beginObject().field('send').beginObject();
  writer.field('to_address').string(to).field('amount');
  return close(writeFunds(writer, denom, amount));
}

/** `denom` null: no funds. */
export function wasmExecute(contract: Bytes, msg: Bytes, denom: Bytes | null, amount: U128): Message {
  const writer = JsonWriter.create(384).beginObject().field('wasm').beginObject().field('execute').beginObject();
  writer.field('contract_addr').string(contract).field('msg').base64(msg).field('funds');
  return close(writeFunds(writer, denom, amount));
}

/** `admin` null: the contract can never be migrated. `label`: up to 128 characters. `denom` null: no funds. */
export function wasmInstantiate2(
  codeId: u64,
  msg: Bytes,
  label: Bytes,
  admin: Bytes | null,
  salt: Bytes,
  denom: Bytes | null,
  amount: U128,
): Message {
  const writer = JsonWriter.create(2048).beginObject().field('wasm').beginObject().field('instantiate2').beginObject();
  if (admin) writer.field('admin').string(admin);
  writer.field('code_id').u64(codeId).field('label').string(label).field('msg').base64(msg).field('funds');
  return close(writeFunds(writer, denom, amount).field('salt').base64(salt));
}

/** `transfer` of a CW20 token. */
export function cw20Transfer(token: Bytes, recipient: Bytes, amount: U128): Message {
  const msg = JsonWriter.create(160).beginObject().field('transfer').beginObject();
  msg.field('recipient').string(recipient).field('amount').uint128(amount).endObject().endObject();
  return wasmExecute(token, msg.toBytes(), null, amount);
}

function writeFunds(writer: JsonWriter, denom: Bytes | null, amount: U128): JsonWriter {
  writer.beginArray();
  if (denom) {
    writer.beginObject().field('denom').string(denom).field('amount').uint128(amount).endObject();
  }
  return writer.endArray();
}

function close(writer: JsonWriter): Message {
  return Message.of(writer.endObject().endObject().endObject().toBytes());
}
