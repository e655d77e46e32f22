import { Bytes, Key, RecordWriter, Response, U128, addU32, storageSet } from '@questp/std/assembly';
import { Context } from '../context';
import { readRecord } from '../records/stored';
import { ReplyKind, replyId } from './reply-id';

const LAYOUT: u8 = 1;

/**
 * Sends the amount to the owner and counts it as refunded; sends nothing for an amount of zero. Donations can be refunded
 * without end: the count stops at its largest value, the transfers do not. `isAlone`: the call sends nothing else.
 */
export function sendRefund(context: Context, response: Response, amount: U128, isAlone: bool = false): void {
  response.attributeU128('refunded', amount);
  if (amount.isZero) return;
  const owner = context.ownership.owner;
  const before = context.state.refundedTotal;
  const total = U128.addSaturating(before, amount);
  context.state.refundedTotal = total;
  transfer(context, response, owner, amount, total - before, ReplyKind.Refund, isAlone);
}

/** Sends the fee and counts it as paid; sends nothing for an amount of zero. */
export function sendFee(
  context: Context,
  response: Response,
  treasury: Bytes,
  amount: U128,
  isAlone: bool = false,
): void {
  response.attributeU128('fee', amount);
  if (amount.isZero) return;
  context.state.feePaid = context.state.feePaid + amount;
  transfer(context, response, treasury, amount, amount, ReplyKind.Fee, isAlone);
}

/** The counted amount of a fee or refund: the reply to a failed transfer subtracts it again. */
export function transferAmount(number: u32): U128 {
  return readRecord(transferKey(number), LAYOUT).u128();
}

/** The transfer may use all gas if the sender of the message receives it, or if it is the whole call. */
function transfer(
  context: Context,
  response: Response,
  to: Bytes,
  amount: U128,
  counted: U128,
  kind: ReplyKind,
  isAlone: bool,
): void {
  const state = context.state;
  const number = state.transferCount;
  state.transferCount = addU32(number, 1);
  state.sentHeight = context.env.blockHeight;
  storageSet(transferKey(number), RecordWriter.create(17).u8(LAYOUT).u128le(counted).toBytes());
  const mayUseAllGas = isAlone || to == context.sender;
  context.config.asset.sendTolerantly(response, to, amount, replyId(kind, number), mayUseAllGas);
}

function transferKey(number: u32): Bytes {
  return Key.of('transfer').u32(number).bytes();
}
