import type { SignedTicket } from '@questp/escrow-client';
import type {
  Asset,
  EscrowCw20HookMsg,
  EscrowExecuteMsg,
  FactoryCw20HookMsg,
  FactoryExecuteMsg,
  Ticket,
} from '@questp/message-schema';
import type { ReadyMessage } from '@questp/messages/escrow';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';

/** A message to an escrow. */
export const escrowMessage = (sender: string, escrow: string, msg: EscrowExecuteMsg): ReadyMessage =>
  executeMessage(sender, escrow, msg);

/** Creates the escrow of a ticket with the smallest amount that the ticket admits, which is the pool. */
export const createCampaignMessage = (
  { factory, owner, asset, min_funding }: Pick<Ticket, 'factory' | 'owner' | 'asset' | 'min_funding'>,
  signed: SignedTicket,
): ReadyMessage => payingMessage(owner, factory, { create_campaign: signed }, asset, min_funding);

/** Pays an amount of an asset to a contract: coins with the message, tokens by the `send` of their contract. */
export function payingMessage(
  sender: string,
  contract: string,
  msg: (EscrowExecuteMsg & EscrowCw20HookMsg) | (FactoryExecuteMsg & FactoryCw20HookMsg),
  asset: Asset,
  amount: string,
): ReadyMessage {
  if ('native' in asset) return executeMessage(sender, contract, msg, [{ denom: asset.native.denom, amount }]);
  const hook = Buffer.from(JSON.stringify(msg)).toString('base64');
  return executeMessage(sender, asset.cw20.address, { send: { contract, amount, msg: hook } });
}

/** The execution of a contract, in both encodings. */
export function executeMessage(
  sender: string,
  contract: string,
  msg: object,
  funds: { denom: string; amount: string }[] = [],
): ReadyMessage {
  const encoded = MsgExecuteContract.encode({ sender, contract, msg: Buffer.from(JSON.stringify(msg)), funds });
  return {
    direct: { typeUrl: MsgExecuteContract.typeUrl, value: Buffer.from(encoded.finish()).toString('base64') },
    amino: { type: 'wasm/MsgExecuteContract', value: { sender, contract, msg, funds } },
  };
}
