import { visible } from '../../model/amount.js';
import { createCampaign } from '../../model/create-campaign.js';
import { SECOND } from '../../model/escrow.js';
import { type SignedTerms } from '../../model/terms.js';
import { type Asset } from '../../scenario/backend.js';
import { drawAmount } from '../amounts.js';
import { type Draw } from '../draw.js';
import { type System } from '../system.js';
import { forge, type Forgery, ticketOf } from '../tickets.js';
import { type Command } from './command.js';
import { payNative, payToken } from './payment.js';

const DAY = 86_400;

/** A new campaign, or the next attempt of one; one ticket in five is wrong somewhere. */
export const createOne: Command = (system, draw) => {
  const terms = drawTerms(system, draw);
  const forgery = draw.oneIn(5) ? spoil(system, draw, terms) : 'none';
  const { config } = system.model.factory;
  const ticket: SignedTerms = {
    ...terms,
    isSigned:
      (forgery === 'none' || forgery === 'unknown field') && config.ticket_signer === system.setting.ticketSigner,
    parses: forgery !== 'unknown field',
  };
  const message = { create_campaign: forge(ticketOf(terms), forgery) };
  const funder = draw.oneIn(15) ? (draw.pick(system.actors.owners) ?? terms.owner) : terms.owner;
  const asset = draw.oneIn(15) ? (draw.pick(system.setting.assets) ?? terms.asset) : terms.asset;
  const held = system.model.ledger.balance(asset, funder);
  const amount = draw.oneIn(20) ? terms.minFunding - 1n : terms.minFunding + drawAmount(draw, held);
  const most = visible(held);
  const paid = amount < 1n || held < 1n ? 1n : amount > most ? most : amount;
  if ('native' in asset) createNative(system, draw, message, ticket, { funder, asset, amount: paid });
  else createWithToken(system, draw, message, ticket, { funder, token: asset.cw20.address, amount: paid });
};

function createNative(
  system: System,
  draw: Draw,
  message: object,
  ticket: SignedTerms,
  { funder, asset, amount }: { funder: string; asset: Asset; amount: bigint },
): void {
  const { model } = system;
  const coins = draw.oneIn(25) ? [] : [{ asset, amount }];
  const extra = system.setting.assets.find((other) => 'native' in other && other !== asset);
  if (extra && draw.oneIn(25) && model.ledger.balance(extra, funder) > 0n) coins.push({ asset: extra, amount: 1n });
  payNative(system, coins, {
    name: 'factory.create_campaign',
    sender: funder,
    contract: model.factory.address,
    message,
    predict: () => createCampaign(model, ticket, { funder, coins }, system.addressOf).address,
  });
}

function createWithToken(
  system: System,
  draw: Draw,
  message: object,
  ticket: SignedTerms,
  { funder, token, amount }: { funder: string; token: string; amount: bigint },
): void {
  const { model, setting } = system;
  // A sender that calls the hook as if it were a token does not run approved code.
  const isFake = draw.oneIn(12);
  payToken(
    system,
    { token, amount, isFake },
    {
      name: 'factory.receive',
      sender: funder,
      contract: model.factory.address,
      message,
      predict: () => {
        const paidBy = { address: isFake ? funder : token, codeChecksum: isFake ? '' : setting.tokenChecksum, amount };
        return createCampaign(model, ticket, { funder, coins: [], token: paidBy }, system.addressOf).address;
      },
    },
  );
}

function drawTerms(system: System, draw: Draw): Omit<SignedTerms, 'isSigned' | 'parses'> {
  const { model, setting, actors } = system;
  const { config } = model.factory;
  const again = draw.oneIn(3) ? draw.pick([...model.factory.registry.keys()]) : undefined;
  const campaignId = again ?? `campaign-${model.factory.registry.size}`;
  const { limits } = config;
  const within = (least: number, most: number): number => least + draw.below(Math.min(most - least, 20 * DAY) + 1);
  const startsAt = model.now + draw.pick([-5n, 1n, 10n, 1000n, BigInt(DAY)]) * SECOND;
  const asset = draw.pick(setting.assets) ?? { native: { denom: '' } };
  const wealthy = actors.owners.filter((owner) => model.ledger.balance(asset, owner) > 0n);
  return {
    campaignId,
    attempt: (model.factory.registry.get(campaignId)?.at(-1)?.funding_attempt ?? 0) + 1,
    owner: draw.pick(wealthy) ?? actors.stranger,
    asset,
    minFunding: draw.pick([0n, 1n, 1000n, 10n ** 6n]),
    startsAt,
    endsAt: startsAt + (6n + draw.bigBelow(3n * BigInt(DAY))) * SECOND,
    feeBps: draw.pick([0, 1, 250, 500, 999, config.max_fee_bps, draw.below(config.max_fee_bps + 1)]),
    minPayout: draw.pick([0n, 0n, 1n, 1n, 50n, 10n ** 6n, 10n ** 18n]),
    maxShareBps: draw.pick([10_000, 10_000, 10_000, 5000, 2500, 1, 9999, 1 + draw.below(10_000)]),
    challengeSecs: within(limits.min_challenge_secs, limits.max_challenge_secs),
    commitWindowSecs: within(limits.min_commit_window_secs, limits.max_commit_window_secs),
    claimWindowSecs: within(limits.min_claim_window_secs, limits.max_claim_window_secs),
    v: 2,
    chainId: model.chainId,
    factory: model.factory.address,
    escrowCodeId: config.escrow_code_id,
    escrowAdmin: config.escrow_admin,
    expiresAt: model.now + 60n * SECOND,
  };
}

/** Breaks one or two of the things that are checked. */
function spoil(system: System, draw: Draw, terms: Omit<SignedTerms, 'isSigned' | 'parses'>): Forgery {
  const { now } = system.model;
  const year = 365n * 86_400n * SECOND;
  const faults: (() => void)[] = [
    () => (terms.v = draw.pick([0, 1, 3])),
    () => (terms.chainId = 'another-1'),
    () => (terms.factory = system.actors.stranger),
    () => (terms.escrowCodeId += 1),
    () => (terms.escrowAdmin = terms.escrowAdmin === null ? system.actors.multisig : null),
    () => (terms.expiresAt = now - draw.bigBelow(2n)),
    () => (terms.campaignId = draw.pick(['', 'Upper', 'x'.repeat(65), 'under_score', 'ü'])),
    () => (terms.attempt = draw.pick([0, terms.attempt + 1, 2])),
    () => (terms.endsAt = draw.pick([terms.startsAt, now, terms.startsAt + year + 1n, terms.startsAt - 1n])),
    () => {
      terms.startsAt = now + year + draw.bigBelow(2n);
      terms.endsAt = terms.startsAt + 1n;
    },
    () => (terms.feeBps = system.model.factory.config.max_fee_bps + 1),
    () => (terms.maxShareBps = draw.pick([0, 10_001])),
    () => (terms.challengeSecs = draw.pick([0, 7 * DAY + 1])),
    () => (terms.commitWindowSecs = draw.pick([0, 90 * DAY + 1])),
    () => (terms.claimWindowSecs = draw.pick([0, 365 * DAY + 1])),
  ];
  draw.pick(faults)?.();
  if (draw.oneIn(3)) draw.pick(faults)?.();
  return draw.pick(['none', 'none', 'none', 'other key', 'high S', 'flipped bit', 'unknown field'] as const);
}
