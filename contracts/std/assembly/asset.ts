import { Bytes } from './bytes';
import { BytesBuilder } from './bytes-builder';
import { make } from './memory';
import { bankSend, cw20Transfer, Message } from './messages';
import { bankBalance, cw20Balance } from './queries';
import { RecordReader } from './record';
import { Response } from './response';
import { U128 } from './u128';

/**
 * Gas of a token's transfer, so that a token that burns gas does not stop what else is sent. cw20-base needs about
 * 78,000 for the first of a transaction, 60,000 of it for loading the token, and 20,000 for each after it
 * (npm run bench:gas).
 */
const TOKEN_GAS_LIMIT: u64 = 500_000;

/** A coin of the bank or a CW20 token. */
@unmanaged
export class Asset {
  isNative: bool;
  /** The denomination, or the token's address. */
  id: Bytes;

  static native(denom: Bytes): Asset {
    return Asset.of(true, denom);
  }

  static cw20(address: Bytes): Asset {
    return Asset.of(false, address);
  }

  @operator('==')
  equals(other: Asset): bool {
    return this.isNative == other.isNative && this.id.equals(other.id);
  }

  @operator('!=')
  differs(other: Asset): bool {
    return !this.equals(other);
  }

  send(to: Bytes, amount: U128): Message {
    return this.isNative ? bankSend(to, this.id, amount) : cw20Transfer(this.id, to, amount);
  }

  /**
   * Sends so that a failure reverts nothing else and is reported to `reply` with `replyId`. A token may use the gas that
   * is left only where it `mayUseAllGas`: where nothing but the transfer depends on it.
   */
  sendTolerantly(response: Response, to: Bytes, amount: U128, replyId: u64, mayUseAllGas: bool = false): void {
    const gasLimit = this.isNative || mayUseAllGas ? 0 : TOKEN_GAS_LIMIT;
    response.sendReplyOnError(replyId, this.send(to, amount), gasLimit);
  }

  /** Null when a token cannot be read; at most 2^128 - 1, which a coin's balance may exceed. */
  balanceOf(holder: Bytes): U128 | null {
    return this.isNative ? bankBalance(holder, this.id) : cw20Balance(this.id, holder);
  }

  /** Kind (u8, 0 = CW20, 1 = native), then `id` as text8. */
  write(record: BytesBuilder): void {
    record.bool(this.isNative).text8(this.id);
  }

  static read(record: RecordReader): Asset {
    const isNative = record.bool();
    return Asset.of(isNative, record.text8());
  }

  private static of(isNative: bool, id: Bytes): Asset {
    const asset = make<Asset>();
    asset.isNative = isNative;
    asset.id = id;
    return asset;
  }
}
