import { type FactoryModel, type Registration } from './factory.js';
import { Refusal } from './refusal.js';

const KINDS = ['pauser', 'guardian', 'owner'] as const;

/** The answer to `config {}` at `now`. */
export function configOf(factory: FactoryModel, now: bigint): object {
  const last = factory.pauses.all.at(-1);
  const running = factory.pauses.running(now);
  return {
    owner: factory.ownership.owner,
    ...factory.config,
    paused_until: running ? `${running.end}` : null,
    global_pause: last
      ? {
          start: `${last.start}`,
          until: `${last.end}`,
          kind: last.kind,
          totals_before: totalsOf(factory, last.start),
        }
      : null,
  };
}

/** The answer to `pause_state {}` at `now`. */
export function pauseStateOf(factory: FactoryModel, now: bigint): object {
  const running = factory.pauses.running(now);
  return {
    paused: running !== undefined,
    paused_until: running ? `${running.end}` : null,
    kind: running?.kind ?? null,
  };
}

/** The answer to `pause_totals { at }`. */
export function totalsOf(factory: FactoryModel, at: bigint): object {
  return Object.fromEntries(KINDS.map((kind) => [kind, `${factory.pauses.total(kind, at)}`]));
}

/** The answer to `campaign`. */
export function campaignOf(factory: FactoryModel, campaignId: string): Registration {
  const latest = factory.registry.get(campaignId)?.at(-1);
  if (!latest) throw new Refusal('campaign_not_found');
  return latest;
}

/** The answer to `campaign_attempts`. */
export function attemptsOf(factory: FactoryModel, campaignId: string, startAfter = 0, limit?: number): object {
  const attempts = factory.registry.get(campaignId) ?? [];
  return {
    attempts: page(
      attempts.filter(({ funding_attempt }) => funding_attempt > startAfter),
      limit,
    ),
  };
}

/** The answer to `campaigns`, or with `owner` to `campaigns_by_owner`. */
export function campaignsOf(factory: FactoryModel, startAfter = '', limit?: number, owner?: string): object {
  const campaigns = factory
    .latest()
    .filter((entry) => entry.campaign_id > startAfter && (owner === undefined || entry.owner === owner));
  return { campaigns: page(campaigns, limit) };
}

function page(entries: readonly Registration[], limit = 30): Registration[] {
  return entries.slice(0, Math.min(Math.max(limit, 1), 100));
}
