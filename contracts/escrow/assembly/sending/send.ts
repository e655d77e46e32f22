import { Asset, Bytes, Response, U128 } from '@questp/std/assembly';
import { ReplyKind, replyId } from './reply-id';

/**
 * Gas of a token's transfer: one that burns gas must not stop a batch. cw20-base needs about 78,000 for the first of a
 * transaction, 60,000 of it for loading the token, and 20,000 for each after it (npm run bench:gas).
 */
const TOKEN_GAS_LIMIT: u64 = 500_000;

/** Sends so that a refusal undoes nothing else and comes back as a reply. */
export function sendTolerant(
  response: Response,
  asset: Asset,
  to: Bytes,
  amount: U128,
  kind: ReplyKind,
  number: u32,
): void {
  response.sendReplyOnError(replyId(kind, number), asset.send(to, amount), asset.isNative ? 0 : TOKEN_GAS_LIMIT);
}
