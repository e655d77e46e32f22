import { type ConfigUpdate } from '../../model/factory.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { type Draw } from '../draw.js';
import { type System } from '../system.js';
import { callPlain, type Command, drawSender } from './command.js';
import { drawExpiry, drawPauseEnd } from './times.js';

const UNKNOWN_CODE = 99;
/** Base64 of invalid compressed keys: one of another form, one off the curve. */
const NO_KEYS = [Buffer.alloc(33, 5), Buffer.alloc(33).fill(2, 0, 1).fill(5, 32)].map((key) => key.toString('base64'));

export const pauseFactory: Command = (system, draw) => {
  const { factory } = system.model;
  const { guardian, pauser, limits } = factory.config;
  const sender = drawSender(system, draw, factory.ownership.owner, guardian, pauser, pauser);
  const until = drawPauseEnd(system, draw, factory.pauses, limits.max_pause_secs);
  callPlain(system, draw, {
    name: 'factory.pause',
    sender,
    contract: factory.address,
    message: { pause: { until: `${until}` } },
    predict: () => factory.pause(sender, until),
  });
};

export const unpauseFactory: Command = (system, draw) => {
  const { factory } = system.model;
  const sender = drawSender(system, draw, factory.ownership.owner, factory.config.guardian);
  callPlain(system, draw, {
    name: 'factory.unpause',
    sender,
    contract: factory.address,
    message: { unpause: {} },
    predict: () => factory.unpause(sender),
  });
};

export const updateConfig: Command = (system, draw) => {
  const { factory } = system.model;
  const sender = drawSender(system, draw, factory.ownership.owner);
  const update = drawUpdate(system, draw);
  callPlain(system, draw, {
    name: 'factory.update_config',
    sender,
    contract: factory.address,
    message: { update_config: update },
    predict: () => factory.updateConfig(sender, update, (codeId) => codeId !== UNKNOWN_CODE),
  });
};

/** Campaigns from now on can have batches that fill several of the chunks in which entries are stored. */
export const enlargeBatches: Command = (system, draw) => {
  const { factory } = system.model;
  const sender = factory.ownership.owner;
  const limits = {
    ...factory.config.limits,
    max_commit_batch: 65 + draw.below(100),
    max_distribute_batch: 30 + draw.below(60),
  };
  system.call({
    name: 'factory.update_config',
    sender,
    contract: factory.address,
    message: { update_config: { limits } },
    predict: () => factory.updateConfig(sender, { limits }, () => true),
  });
};

export const rescueFunds: Command = (system, draw) => {
  const { factory } = system.model;
  const sender = drawSender(system, draw, factory.ownership.owner);
  const assets = draw.some(system.setting.assets, 1 + draw.below(4));
  if (draw.oneIn(8)) assets.push(...assets);
  if (draw.oneIn(12)) assets.length = 0;
  const recipient = draw.pick(system.actors.earners) ?? sender;
  callPlain(system, draw, {
    name: 'factory.rescue_funds',
    sender,
    contract: factory.address,
    message: { rescue_funds: { assets, recipient } },
    predict: () => factory.rescueFunds(sender, assets, recipient),
  });
};

export const transferFactory: Command = (system, draw) => {
  const { factory } = system.model;
  const sender = drawSender(system, draw, factory.ownership.owner);
  const newOwner = draw.pick(system.actors.roles) ?? sender;
  const expiry = drawExpiry(system, draw);
  callPlain(system, draw, {
    name: 'factory.transfer_ownership',
    sender,
    contract: factory.address,
    message: { transfer_ownership: { new_owner: newOwner, ...(expiry === undefined ? {} : { expiry: `${expiry}` }) } },
    predict: () => factory.transferOwnership(sender, newOwner, expiry),
  });
};

export const acceptFactory: Command = (system, draw) => {
  const { factory } = system.model;
  const sender = drawSender(system, draw, factory.ownership.pending?.owner ?? factory.ownership.owner);
  callPlain(system, draw, {
    name: 'factory.accept_ownership',
    sender,
    contract: factory.address,
    message: { accept_ownership: {} },
    predict: () => factory.acceptOwnership(sender),
  });
};

export const cancelFactoryTransfer: Command = (system, draw) => {
  const { factory } = system.model;
  const sender = drawSender(system, draw, factory.ownership.owner);
  callPlain(system, draw, {
    name: 'factory.cancel_ownership_transfer',
    sender,
    contract: factory.address,
    message: { cancel_ownership_transfer: {} },
    predict: () => factory.cancelTransfer(sender),
  });
};

export const syncCampaignOwner: Command = (system, draw) => {
  const { factory } = system.model;
  const campaignId = draw.pick([...factory.registry.keys(), 'unknown']) ?? 'unknown';
  const sender = drawSender(system, draw, system.actors.stranger);
  callPlain(system, draw, {
    name: 'factory.sync_campaign_owner',
    sender,
    contract: factory.address,
    message: { sync_campaign_owner: { campaign_id: campaignId } },
    predict: () => factory.sync(campaignId),
  });
};

/** Mostly one changed role, sometimes terms, sometimes values out of bounds. */
function drawUpdate(system: System, draw: Draw): ConfigUpdate {
  const { setting, model } = system;
  const role = draw.pick(['operator', 'pauser', 'guardian', 'treasury'] as const);
  const limits = draw.pick([
    { ...DEFAULT_LIMITS, max_distribute_batch: 1 + draw.below(6) },
    { ...DEFAULT_LIMITS, max_pause_secs: 1 + draw.below(7 * 86_400) },
    { ...DEFAULT_LIMITS, min_recommit_secs: draw.below(14 * 86_400) },
    { ...DEFAULT_LIMITS, max_commit_batch: 2001 },
    { ...DEFAULT_LIMITS, min_claim_window_secs: DEFAULT_LIMITS.max_claim_window_secs + 1 },
    { ...DEFAULT_LIMITS, max_distribute_batch: 0 },
    { ...DEFAULT_LIMITS, min_challenge_secs: draw.below(2) },
    { ...DEFAULT_LIMITS, min_claim_window_secs: draw.below(2) },
  ]);
  return draw.pick<ConfigUpdate>([
    { [role]: draw.pick(system.actors.roles) },
    { [role]: draw.pick(system.actors.roles) },
    { [role]: draw.pick(system.actors.roles) },
    { pauser: model.factory.config.pauser },
    { limits },
    { limits },
    { max_fee_bps: draw.below(1100) },
    { escrow_admin: draw.oneIn(2) ? { set: system.actors.multisig } : { clear: {} } },
    { escrow_code_id: draw.pick([setting.escrowCodeId, setting.otherCodeId, UNKNOWN_CODE]) },
    { cw20_code_checksums: draw.pick([[], [setting.escrowChecksum], [setting.tokenChecksum, setting.tokenChecksum]]) },
    { cw20_code_checksums: [setting.tokenChecksum] },
    { ticket_signer: draw.pick([setting.ticketSigner, setting.ticketSigner, ...NO_KEYS]) },
    {},
  ]);
}
