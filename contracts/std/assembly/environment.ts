import { Bytes, panic } from './bytes';
import { JsonReader } from './json-reader';
import { List } from './list';
import { make } from './memory';
import { U128 } from './u128';

// A later version of the chain may add fields, so unknown ones are skipped.

/** Where and when a call runs. Source: wasmvm types/env.go. */
@unmanaged
export class Env {
  /** Nanoseconds since 1970. */
  blockTime: u64;
  blockHeight: u64;
  chainId: Bytes;
  /** The contract's own address. */
  contract: Bytes;

  static parse(region: usize): Env {
    const env = make<Env>();
    const reader = JsonReader.of(Bytes.ofRegion(region));
    reader.beginObject();
    for (let name = reader.nextField(); name; name = reader.nextField()) {
      if (name.equalsAscii('block')) env.readBlock(reader);
      else if (name.equalsAscii('contract')) env.readContract(reader);
      else reader.skipValue();
    }
    reader.end();
    if (reader.failed || !env.chainId || !env.contract) panic('unreadable env');
    return env;
  }

  private readBlock(reader: JsonReader): void {
    reader.beginObject();
    for (let name = reader.nextField(); name; name = reader.nextField()) {
      if (name.equalsAscii('time')) this.blockTime = reader.uint64String();
      else if (name.equalsAscii('height')) this.blockHeight = reader.u64();
      else if (name.equalsAscii('chain_id')) this.chainId = reader.string();
      else reader.skipValue();
    }
  }

  private readContract(reader: JsonReader): void {
    reader.beginObject();
    for (let name = reader.nextField(); name; name = reader.nextField()) {
      if (name.equalsAscii('address')) this.contract = reader.string();
      else reader.skipValue();
    }
  }
}

@unmanaged
export class Coin {
  denom: Bytes;
  amount: U128;

  static of(denom: Bytes, amount: U128): Coin {
    const coin = make<Coin>();
    coin.denom = denom;
    coin.amount = amount;
    return coin;
  }

  /** From `{"denom":..,"amount":..}`. */
  static read(reader: JsonReader): Coin {
    const coin = Coin.of(Bytes.empty(), U128.zero());
    reader.beginObject();
    for (let name = reader.nextField(); name; name = reader.nextField()) {
      if (name.equalsAscii('denom')) coin.denom = reader.string();
      else if (name.equalsAscii('amount')) coin.amount = reader.uint128();
      else reader.skipValue();
    }
    return coin;
  }
}

/** Who calls, and what was sent along. */
@unmanaged
export class MessageInfo {
  sender: Bytes;
  funds: List<Coin>;

  static parse(region: usize): MessageInfo {
    const info = make<MessageInfo>();
    info.funds = List.create<Coin>(1);
    const reader = JsonReader.of(Bytes.ofRegion(region));
    reader.beginObject();
    for (let name = reader.nextField(); name; name = reader.nextField()) {
      if (name.equalsAscii('sender')) info.sender = reader.string();
      else if (name.equalsAscii('funds')) readCoins(reader, info.funds);
      else reader.skipValue();
    }
    reader.end();
    if (reader.failed || !info.sender) panic('unreadable message info');
    return info;
  }
}

function readCoins(reader: JsonReader, coins: List<Coin>): void {
  reader.beginArray();
  while (reader.nextElement()) coins.push(Coin.read(reader));
}
