import { Bytes, Coin, List, Response, U128 } from '@questp/std/assembly';
import {
  CommonError,
  EscrowCw20HookMsg,
  EscrowError,
  Phase,
  Receive,
  lastFailure,
  refusal,
} from '@questp/message-schema/assembly';
import { requirePhase, requireUnpaused } from '../checks';
import { Context } from '../context';

/** top_up: adds the one attached coin, which must be of the pool's denomination. */
export function topUp(context: Context, sender: Bytes, funds: List<Coin>): usize {
  const refused = requireOpenForFunds(context);
  if (refused) return refused;
  const asset = context.config.asset;
  if (!asset.isNative || funds.length != 1 || funds.at(0).denom != asset.id) return refusal(EscrowError.WrongAsset);
  return add(context, sender, funds.at(0).amount);
}

/** receive: tops up a CW20 pool. The sender is the token, which must be the pool's. */
export function receive(context: Context, token: Bytes, msg: Receive): usize {
  if (!EscrowCw20HookMsg.parse(msg.msg)) return refusal(CommonError.InvalidMessage, lastFailure());
  const refused = requireOpenForFunds(context);
  if (refused) return refused;
  const asset = context.config.asset;
  if (asset.isNative || asset.id != token || msg.amount.isZero) return refusal(EscrowError.WrongAsset);
  return add(context, msg.sender, msg.amount);
}

function requireOpenForFunds(context: Context): usize {
  return requireUnpaused(context) || requirePhase(context, Phase.Upcoming, Phase.Active);
}

function add(context: Context, sender: Bytes, amount: U128): usize {
  const state = context.state;
  state.fundedTotal = state.fundedTotal + amount;
  return context.finish(
    Response.create('top_up')
      .attribute('sender', sender)
      .attributeU128('amount', amount)
      .attributeU128('funded_total', state.fundedTotal),
  );
}
