import { Bytes, panic, present } from './bytes';
import { query_chain } from './env';
import { hexDecode } from './hex';
import { JsonReader } from './json-reader';
import { JsonWriter } from './json-writer';
import { make } from './memory';
import { U128 } from './u128';

// Source of requests and responses: wasmvm types/queries.go. A response may gain fields, so unknown ones are skipped.

/** A query has no gas limit of its own: a contract that uses up all gas reverts the caller as well. */
export function smartQuery(contract: Bytes, msg: Bytes): Bytes | null {
  return ask(wasmRequest('smart').field('contract_addr').string(contract).field('msg').base64(msg));
}

/** A value of another contract's storage; null when it has no such key, or when there is no such contract. */
export function rawQuery(contract: Bytes, key: Bytes): Bytes | null {
  const value = ask(wasmRequest('raw').field('contract_addr').string(contract).field('key').base64(key));
  return value && value.isEmpty ? null : value;
}

/**
 * At most 2^128 - 1. The bank counts to 2^256 - 1, and a contract must be able to read its balance whatever it is sent.
 */
export function bankBalance(holder: Bytes, denom: Bytes): U128 {
  const request = JsonWriter.create(256).beginObject().field('bank').beginObject().field('balance').beginObject();
  const reader = answer(ask(request.field('address').string(holder).field('denom').string(denom)));
  let balance: U128 | null = null;
  reader.beginObject();
  for (let name = reader.nextField(); name; name = reader.nextField()) {
    if (name.equalsAscii('amount')) balance = readCoinAmount(reader);
    else reader.skipValue();
  }
  reader.end();
  if (reader.failed || !balance) panic('unreadable bank balance');
  return present(balance);
}

/** Of `{"denom":..,"amount":..}`; null when the amount is no number. */
function readCoinAmount(reader: JsonReader): U128 | null {
  let amount: U128 | null = null;
  reader.beginObject();
  for (let name = reader.nextField(); name; name = reader.nextField()) {
    if (name.equalsAscii('amount')) amount = U128.parseSaturating(reader.string());
    else reader.skipValue();
  }
  return amount;
}

/** Null when the token does not answer as a CW20 should. */
export function cw20Balance(token: Bytes, holder: Bytes): U128 | null {
  const request = JsonWriter.create(160).beginObject().field('balance').beginObject().field('address').string(holder);
  const response = smartQuery(token, request.endObject().endObject().toBytes());
  if (!response) return null;
  let balance: U128 | null = null;
  const reader = JsonReader.of(response);
  reader.beginObject();
  for (let name = reader.nextField(); name; name = reader.nextField()) {
    if (name.equalsAscii('balance')) balance = reader.uint128();
    else reader.skipValue();
  }
  reader.end();
  return reader.failed ? null : balance;
}

@unmanaged
export class ContractInfo {
  codeId: u64;
  creator: Bytes;
  /** Null: the contract cannot be migrated. */
  admin: Bytes | null;
}

/** Null when there is no such contract. */
export function contractInfo(address: Bytes): ContractInfo | null {
  const response = ask(wasmRequest('contract_info').field('contract_addr').string(address));
  if (!response) return null;
  const info = make<ContractInfo>();
  const reader = JsonReader.of(response);
  reader.beginObject();
  for (let name = reader.nextField(); name; name = reader.nextField()) {
    if (name.equalsAscii('code_id')) info.codeId = reader.u64();
    else if (name.equalsAscii('creator')) info.creator = reader.string();
    else if (name.equalsAscii('admin')) info.admin = reader.isNull() ? null : reader.string();
    else reader.skipValue();
  }
  reader.end();
  if (reader.failed || !info.creator) panic('unreadable contract info');
  return info;
}

/** The SHA-256 of a code's Wasm (32 bytes); null when there is no such code. */
export function codeChecksum(codeId: u64): Bytes | null {
  const response = ask(wasmRequest('code_info').field('code_id').u64(codeId));
  if (!response) return null;
  let checksum: Bytes | null = null;
  const reader = JsonReader.of(response);
  reader.beginObject();
  for (let name = reader.nextField(); name; name = reader.nextField()) {
    if (name.equalsAscii('checksum')) checksum = hexDecode(reader.string());
    else reader.skipValue();
  }
  reader.end();
  if (reader.failed || !checksum) panic('unreadable code info');
  return checksum;
}

function wasmRequest(kind: string): JsonWriter {
  return JsonWriter.create(384).beginObject().field('wasm').beginObject().field(kind).beginObject();
}

/** Closes and sends a request; the response, null when the chain or the contract answers with an error. */
function ask(request: JsonWriter): Bytes | null {
  const region = request.endObject().endObject().endObject().toBytes().region();
  const reader = JsonReader.of(Bytes.ofRegion(query_chain(region)));
  // {"ok":{"ok":"<base64>"}}, {"ok":{"error":".."}} or {"error":{..}}: the outer result is the chain's, the inner one
  // that of the queried contract or module.
  let response: Bytes | null = null;
  reader.beginObject();
  for (let outer = reader.nextField(); outer; outer = reader.nextField()) {
    if (!outer.equalsAscii('ok')) {
      reader.skipValue();
      continue;
    }
    reader.beginObject();
    for (let inner = reader.nextField(); inner; inner = reader.nextField()) {
      if (inner.equalsAscii('ok')) response = reader.base64();
      else reader.skipValue();
    }
  }
  reader.end();
  if (reader.failed) panic('unreadable query result');
  return response;
}

function answer(response: Bytes | null): JsonReader {
  if (!response) panic('query failed');
  return JsonReader.of(present(response));
}
