/** Kind of a message whose failure is replied to. */
export enum ReplyKind {
  Payout = 0,
  Fee = 1,
  Refund = 2,
  Stray = 3,
  Sync = 4,
}

const KIND_BITS: u64 = 3;

/** `number`: slot of a payout, number of a transfer, position of a stray asset. Below 2^53, as JSON tools need it. */
export function replyId(kind: ReplyKind, number: u32): u64 {
  return ((<u64>number) << KIND_BITS) | kind;
}

export function replyKind(id: u64): ReplyKind {
  return <ReplyKind>(id & ((1 << KIND_BITS) - 1));
}

export function replyNumber(id: u64): u32 {
  return <u32>(id >> KIND_BITS);
}
