import { everyone } from '../actors.js';
import { MAX_AMOUNT } from '../../model/amount.js';
import { type Asset } from '../../scenario/backend.js';
import { drawAmount } from '../amounts.js';
import { type System } from '../system.js';
import { type Command, type EscrowCommand } from './command.js';

/** Coins or tokens arrive at a contract without a message. */
export const donate: Command = (system, draw) => {
  const targets = [...system.model.escrows.keys(), system.model.factory.address];
  const asset = draw.pick(system.setting.assets);
  const sender = draw.pick(system.actors.owners);
  const recipient = draw.pick(targets);
  if (!asset || !sender || !recipient) return;
  const held = system.model.ledger.balance(asset, sender);
  if (held === 0n) return;
  const isTooMuchToName = held > MAX_AMOUNT && draw.oneIn(2);
  give(system, asset, sender, recipient, isTooMuchToName ? held : drawAmount(draw, held));
};

/** Blocks or unblocks a recipient: mostly one that the newest escrow would pay next. */
export const toggleRecipient: Command = (system, draw) => {
  const escrow = system.escrows.at(-1);
  const asset = escrow && !draw.oneIn(5) ? escrow.asset : draw.pick(system.setting.assets);
  const paidNext = escrow?.entries.filter(({ state }) => state !== 'paid').map(({ address }) => address) ?? [];
  const involved = escrow ? [escrow.owner, system.model.factory.config.treasury] : [];
  const candidates = draw.pick([paidNext, paidNext, involved, everyone(system.actors)]);
  const holder = draw.pick(candidates.filter((address) => !system.model.escrows.has(address)));
  if (asset && holder) setReceives(system, asset, holder, !system.model.ledger.accepts(asset, holder));
};

/** Unblocks the recipients that an escrow could not pay. */
export const letReceive: EscrowCommand = (system, escrow) => {
  for (const { address, state } of escrow.entries) {
    const isBlocked = state === 'failed' && !system.model.ledger.accepts(escrow.asset, address);
    if (isBlocked) setReceives(system, escrow.asset, address, true);
  }
};

/** Applies the change to the chain and the model. The bank blocks an address for all denominations. */
export function setReceives(system: System, asset: Asset, holder: string, accepts: boolean): void {
  const { model, chain, setting } = system;
  system.log.push(`${accepts ? 'unblock' : 'block'} ${system.nameOf(holder)} for ${JSON.stringify(asset)}`);
  if ('native' in asset) {
    if (accepts) chain.bank.unblock(holder);
    else chain.bank.block(holder);
    for (const other of setting.assets) if ('native' in other) model.ledger.setAccepts(other, holder, accepts);
  } else {
    const freeze = { set_frozen: { address: holder, frozen: !accepts } };
    const result = chain.execute(setting.tokenAdmin, asset.cw20.address, freeze);
    if (!result.ok) throw new Error(result.error);
    model.ledger.setAccepts(asset, holder, accepts);
  }
}

function give(system: System, asset: Asset, sender: string, recipient: string, amount: bigint): void {
  system.log.push(`gift of ${amount} ${JSON.stringify(asset)} to ${recipient}`);
  if ('native' in asset) {
    system.chain.send(sender, recipient, [{ denom: asset.native.denom, amount: `${amount}` }]);
  } else {
    const result = system.chain.execute(sender, asset.cw20.address, { transfer: { recipient, amount: `${amount}` } });
    if (!result.ok) throw new Error(result.error);
  }
  system.model.ledger.move(asset, sender, recipient, amount);
}
