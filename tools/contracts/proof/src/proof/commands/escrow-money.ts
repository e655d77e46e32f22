import { MAX_AMOUNT } from '../../model/amount.js';
import { cancel, reclaimExpired, refundStrayAssets, sweepLeftover, topUp } from '../../model/escrow-funding.js';
import { claim, distribute, retryFailed } from '../../model/escrow-payout.js';
import { cw20 } from '../../model/asset.js';
import { type EscrowModel } from '../../model/escrow.js';
import { type Asset } from '../../scenario/backend.js';
import { drawAmount } from '../amounts.js';
import { type Draw } from '../draw.js';
import { type System } from '../system.js';
import { callPlain, drawSender, type EscrowCommand } from './command.js';
import { payNative, payToken } from './payment.js';

export const topUpEscrow: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, ...system.actors.owners);
  const asset = draw.oneIn(6) ? (draw.pick(system.setting.assets) ?? escrow.asset) : escrow.asset;
  const held = system.model.ledger.balance(asset, sender);
  // What was funded is counted to the largest amount.
  const room = MAX_AMOUNT - escrow.fundedTotal;
  if (held === 0n || room === 0n) return;
  const amount = drawAmount(draw, held < room ? held : room);
  if ('native' in asset) topUpNative(system, escrow, draw, sender, asset, amount);
  else topUpToken(system, escrow, draw, sender, asset.cw20.address, amount);
};

function topUpNative(
  system: System,
  escrow: EscrowModel,
  draw: Draw,
  sender: string,
  asset: Asset,
  amount: bigint,
): void {
  const funds = draw.oneIn(20) ? [] : [{ asset, amount }];
  payNative(system, funds, {
    name: 'escrow.top_up',
    sender,
    contract: escrow.address,
    message: { top_up: {} },
    predict: () => {
      topUp(escrow, funds);
      return escrow.address;
    },
  });
}

function topUpToken(
  system: System,
  escrow: EscrowModel,
  draw: Draw,
  sender: string,
  token: string,
  amount: bigint,
): void {
  const isFake = draw.oneIn(8);
  payToken(
    system,
    { token, amount, isFake },
    {
      name: 'escrow.receive',
      sender,
      contract: escrow.address,
      message: { top_up: {} },
      predict: () => {
        topUp(escrow, [{ asset: cw20(isFake ? sender : token), amount }]);
        return escrow.address;
      },
    },
  );
}

export const cancelEscrow: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, escrow.owner, system.model.factory.config.guardian);
  callEscrow(system, escrow, draw, sender, { cancel: {} }, () => cancel(escrow, sender));
};

export const distributeBatch: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, system.actors.stranger);
  const most = escrow.limits.max_distribute_batch;
  const limit = draw.pick([
    undefined,
    undefined,
    1,
    2,
    most,
    most,
    draw.oneIn(4) ? most + 1 : 1,
    draw.oneIn(4) ? 0 : 3,
  ]);
  callEscrow(system, escrow, draw, sender, { distribute: limit === undefined ? {} : { limit } }, () =>
    distribute(escrow, limit),
  );
};

export const claimOwn: EscrowCommand = (system, escrow, draw) => {
  const unpaid = escrow.entries.filter(({ state }) => state !== 'paid' || draw.oneIn(4));
  const sender = drawSender(system, draw, draw.pick(unpaid)?.address ?? system.actors.stranger);
  // A contract cannot sign, and the escrow's own entries may be those of other escrows.
  if (system.model.escrows.has(sender)) return;
  callEscrow(system, escrow, draw, sender, { claim: {} }, () => claim(escrow, sender));
};

export const retryPayouts: EscrowCommand = (system, escrow, draw) => {
  const failed = escrow.entries.filter(({ state }) => state === 'failed').map(({ address }) => address);
  const addresses = [...draw.some(failed, 1 + draw.below(3)), ...draw.some(system.actors.earners, draw.below(3))];
  if (draw.oneIn(4)) addresses.push(...addresses);
  if (draw.oneIn(15)) addresses.push(...Array.from({ length: 101 }, () => system.actors.stranger));
  const sender = drawSender(system, draw, system.actors.stranger);
  callEscrow(system, escrow, draw, sender, { retry_failed: { addresses } }, () => retryFailed(escrow, addresses));
};

export const reclaim: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, system.actors.stranger);
  callEscrow(system, escrow, draw, sender, { reclaim_expired: {} }, () => reclaimExpired(escrow));
};

export const sweep: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, system.actors.stranger);
  callEscrow(system, escrow, draw, sender, { sweep_leftover: {} }, () => sweepLeftover(escrow));
};

export const refundStray: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, system.actors.stranger);
  const others = system.setting.assets.filter((asset) => asset !== escrow.asset);
  const assets = draw.some(draw.oneIn(6) ? system.setting.assets : others, 1 + draw.below(3));
  if (draw.oneIn(8)) assets.push(...assets);
  if (draw.oneIn(15)) assets.length = 0;
  if (draw.oneIn(15)) assets.push(...Array.from({ length: 11 }, (_, index) => ({ native: { denom: `u${index}x` } })));
  callEscrow(system, escrow, draw, sender, { refund_stray_assets: { assets } }, () =>
    refundStrayAssets(escrow, assets),
  );
};

/** A message of an escrow that takes no funds. */
export function callEscrow(
  system: System,
  escrow: EscrowModel,
  draw: Draw,
  sender: string,
  message: object,
  predict: () => void,
): void {
  callPlain(system, draw, {
    name: `escrow.${Object.keys(message)[0]}`,
    sender,
    contract: escrow.address,
    message,
    predict,
  });
}
