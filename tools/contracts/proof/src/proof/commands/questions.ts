import { allocationsOf, entryOf } from '../../model/escrow-answers.js';
import { attemptsOf, campaignOf, campaignsOf } from '../../model/factory-answers.js';
import { type Draw } from '../draw.js';
import { type Command, type EscrowCommand } from './command.js';

/** Pages of the factory's registry from anywhere, of any length. */
export const askFactory: Command = (system, draw) => {
  const { factory } = system.model;
  const ids = [...factory.registry.keys(), 'campaign', 'zzz'];
  const campaignId = draw.pick(ids) ?? '';
  const startAfter = draw.oneIn(3) ? undefined : draw.pick(ids);
  const limit = drawLimit(draw);
  const paging = { start_after: startAfter ?? null, limit: limit ?? null };
  system.compare(factory.address, { campaigns: paging }, campaignsOf(factory, startAfter, limit));
  const owner = draw.pick(system.actors.owners) ?? '';
  const owned = campaignsOf(factory, startAfter, limit, owner);
  system.compare(factory.address, { campaigns_by_owner: { owner, ...paging } }, owned);
  const attempt = draw.below(3);
  const attempts = attemptsOf(factory, campaignId, attempt, limit);
  const message = { campaign_attempts: { campaign_id: campaignId, start_after: attempt, limit: limit ?? null } };
  system.compare(factory.address, message, attempts);
  system.compareAnswer(factory.address, { campaign: { campaign_id: campaignId } }, () =>
    campaignOf(factory, campaignId),
  );
};

/** Pages of an allocation and single entries, of any version. */
export const askEscrow: EscrowCommand = (system, escrow, draw) => {
  const version = 1 + draw.below(escrow.version + 1);
  const address = draw.pick(system.actors.earners) ?? '';
  const limit = drawLimit(draw);
  const startAfter = draw.oneIn(3) ? undefined : address;
  const message = { allocations: { start_after: startAfter ?? null, limit: limit ?? null, version } };
  system.compare(escrow.address, message, allocationsOf(escrow, startAfter, limit, version));
  system.compareAnswer(escrow.address, { allocation: { address, version } }, () => entryOf(escrow, version, address));
};

const drawLimit = (draw: Draw): number | undefined => draw.pick([undefined, 0, 1, 2, 3, 100, 101]);
