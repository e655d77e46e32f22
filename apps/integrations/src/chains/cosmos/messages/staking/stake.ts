import type { ChainAct, ChainActKind } from '@questp/messages/integrations';
import type { JsonObject } from '../../../../outbound/described-json.js';
import { accountOf, actOf, coinsOf, type Found } from '../fields.js';
import type { MessageContext, MessageReader } from '../message-reader.js';

/** An act on a delegation: the member of the message that names the validator, and the one that it leaves. */
function stakeOf(
  kind: ChainActKind,
  message: JsonObject,
  { denom }: MessageContext,
  [to, from]: readonly [string, string?],
): Found<ChainAct> {
  const { amounts, isComplete } = coinsOf([message['amount']], denom);
  const [validator, sourceValidator] = [accountOf(message[to]), from && accountOf(message[from])];
  const isRead = isComplete && validator !== undefined && (from === undefined || sourceValidator !== undefined);
  return actOf(kind, message['delegator_address'], { validator, sourceValidator, amounts }, isRead);
}

/** A reader of messages of the staking module. */
export const stakingReader = (
  kind: ChainActKind,
  name: string,
  ...members: readonly [validator: string, sourceValidator?: string]
): MessageReader => ({
  types: [`/cosmos.staking.v1beta1.${name}`, `cosmos-sdk/${name}`],
  kinds: [kind],
  acts: (message, context) => stakeOf(kind, message, context, members),
});
