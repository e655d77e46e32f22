import { type Phase } from '@questp/message-schema';
import { type Campaign, coins, DENOM, newCampaign, type Points, SECOND, World } from './testing/world.fixture.js';

/** The rules of section 4.3 of the specification for a message, and an otherwise valid example of it. */
interface Rule {
  readonly message: (campaign: Campaign) => object;
  readonly who: readonly Sender[] | 'anyone';
  readonly phases: readonly Phase[] | 'any';
  readonly pauseBlocks?: boolean;
  /** Code of an acceptable sender in an acceptable phase; default `ok`. */
  readonly otherwise?: (sender: Sender, phase: Phase) => string;
}

const SENDERS = ['owner', 'successor', 'operator', 'pauser', 'guardian', 'treasury', 'earner', 'stranger'] as const;
type Sender = (typeof SENDERS)[number];

const PHASES = [
  'upcoming',
  'active',
  'ended',
  'committing',
  'challenge',
  'disputed',
  'distributing',
  'completed',
  'cancelled',
  'expired',
] as const satisfies readonly Phase[];

const probe = new World();
const [paid, failed, late] = probe.earners(3) as [string, string, string];
const earner = failed;
const points: Points = [
  [paid, 1n],
  [failed, 1n],
  [late, 1n],
];
const before: Points = points.slice(0, 2);

const RULES: Readonly<Record<string, Rule>> = {
  top_up: { message: () => ({ top_up: {} }), who: 'anyone', phases: ['upcoming', 'active'], pauseBlocks: true },
  receive: {
    message: () => ({ receive: { sender: paid, amount: '1', msg: Buffer.from('{"top_up":{}}').toString('base64') } }),
    who: 'anyone',
    phases: ['upcoming', 'active'],
    pauseBlocks: true,
    otherwise: () => 'wrong_asset',
  },
  cancel: {
    message: () => ({ cancel: {} }),
    who: ['owner', 'guardian'],
    phases: ['upcoming', 'active', 'ended', 'committing', 'expired'],
    otherwise: (sender, phase) => (sender === 'owner' && phase !== 'upcoming' ? 'wrong_phase' : 'ok'),
  },
  commit_allocations: {
    message: (campaign) => campaign.commitMessage([[late, 1n]]),
    who: ['operator'],
    phases: ['ended', 'committing'],
    pauseBlocks: true,
  },
  reset_allocations: {
    message: (campaign) => ({ reset_allocations: { version: campaign.status().version } }),
    who: ['operator'],
    phases: ['ended', 'committing'],
    pauseBlocks: true,
  },
  finalize_allocations: {
    message: (campaign) => campaign.finalizeMessage(before),
    who: ['operator'],
    phases: ['ended', 'committing'],
    pauseBlocks: true,
    otherwise: (_, phase) => (phase === 'ended' ? 'empty_allocation' : 'ok'),
  },
  dispute: { message: () => ({ dispute: { reason: 'no' } }), who: ['owner'], phases: ['challenge'] },
  reject_allocations: {
    message: () => ({ reject_allocations: { reason: 'no' } }),
    who: ['guardian'],
    phases: ['challenge', 'disputed'],
  },
  resolve_dispute: {
    message: () => ({ resolve_dispute: { decision: 'keep_allocation' } }),
    who: ['guardian'],
    phases: ['disputed'],
  },
  distribute: { message: () => ({ distribute: {} }), who: 'anyone', phases: ['distributing'], pauseBlocks: true },
  claim: {
    message: () => ({ claim: {} }),
    who: 'anyone',
    phases: ['distributing', 'completed'],
    pauseBlocks: true,
    otherwise: (sender) => (sender === 'earner' ? 'ok' : 'allocation_not_found'),
  },
  retry_failed: {
    message: () => ({ retry_failed: { addresses: [failed] } }),
    who: 'anyone',
    phases: ['distributing', 'completed'],
    pauseBlocks: true,
  },
  reclaim_expired: { message: () => ({ reclaim_expired: {} }), who: 'anyone', phases: ['expired'] },
  sweep_leftover: {
    message: () => ({ sweep_leftover: {} }),
    who: 'anyone',
    phases: ['cancelled', 'completed'],
    otherwise: (_, phase) => (phase === 'completed' ? 'claim_deadline_not_reached' : 'ok'),
  },
  refund_stray_assets: {
    message: () => ({ refund_stray_assets: { assets: [{ native: { denom: 'ustray' } }] } }),
    who: 'anyone',
    phases: 'any',
  },
  pause: {
    message: ({ chain }) => ({ pause: { until: String(chain.time + 100n * SECOND) } }),
    who: ['pauser', 'guardian'],
    phases: 'any',
  },
  transfer_ownership: {
    message: () => ({ transfer_ownership: { new_owner: late } }),
    who: ['owner'],
    phases: ['upcoming'],
  },
  accept_ownership: { message: () => ({ accept_ownership: {} }), who: ['successor'], phases: ['upcoming'] },
  cancel_ownership_transfer: { message: () => ({ cancel_ownership_transfer: {} }), who: ['owner'], phases: 'any' },
};

/** A campaign in the phase, with a pending owner, money of every sender, and a failed payout where there can be one. */
function campaignIn(phase: Phase): Campaign {
  const campaign = newCampaign();
  const { world, chain } = campaign;
  campaign.run(world.owner, { transfer_ownership: { new_owner: addressOf(campaign, 'successor') } });
  for (const sender of SENDERS) chain.bank.mint(addressOf(campaign, sender), DENOM, 10n);
  const steps: Record<Phase, () => void> = {
    upcoming: () => undefined,
    active: () => campaign.until(campaign.status().deadlines.starts_at),
    ended: () => campaign.end(),
    committing: () => campaign.end().commit(before),
    challenge: () => campaign.challenge(points),
    disputed: () => campaign.challenge(points).run(world.owner, { dispute: { reason: 'no' } }),
    distributing: () => failOne(campaign.distributing(points)).distribute(2),
    completed: () => failOne(campaign.distributing(points)).complete(),
    cancelled: () => {
      campaign.run(world.owner, { cancel: {} });
      chain.bank.mint(campaign.escrow, DENOM, 1n);
    },
    expired: () => campaign.until(campaign.status().deadlines.commit_deadline),
  };
  steps[phase]();
  chain.bank.unblock(failed);
  expect(campaign.phase).toBe(phase);
  return campaign;
}

function failOne(campaign: Campaign): Campaign {
  campaign.chain.bank.block(failed);
  return campaign;
}

function addressOf({ world, chain }: Campaign, sender: Sender): string {
  if (sender === 'earner') return earner;
  return sender === 'successor' ? chain.address('successor') : world[sender];
}

function expected(rule: Rule, sender: Sender, phase: Phase, paused: boolean): string {
  if (rule.who !== 'anyone' && !rule.who.includes(sender)) return 'unauthorized';
  if (paused && rule.pauseBlocks) return 'paused';
  if (rule.phases !== 'any' && !rule.phases.includes(phase)) return 'wrong_phase';
  return rule.otherwise?.(sender, phase) ?? 'ok';
}

describe.each(PHASES)('in %s', (phase) => {
  const open = campaignIn(phase);
  const unpaused = open.chain.snapshot();

  it.each(['no pause', 'an instance pause', 'a global pause'])(
    'under %s each message is accepted from its roles only',
    (pause) => {
      open.chain.restore(unpaused);
      if (pause === 'an instance pause') open.pause(50n);
      if (pause === 'a global pause') open.world.pauseAll(50n);
      const paused = pause !== 'no pause';
      const start = open.chain.snapshot();
      const status = open.status();
      for (const [name, rule] of Object.entries(RULES)) {
        const message = rule.message(open);
        for (const sender of SENDERS) {
          const result = open.outcome(addressOf(open, sender), message, name === 'top_up' ? coins(1n) : []);
          expect([name, sender, result]).toEqual([name, sender, expected(rule, sender, phase, paused)]);
          if (result === 'ok') open.chain.restore(start);
          else expect(open.status()).toEqual(status);
        }
      }
    },
  );

  it('no message but top_up accepts funds, from any sender', () => {
    open.chain.restore(unpaused);
    for (const [name, rule] of Object.entries(RULES)) {
      if (name === 'top_up') continue;
      for (const sender of SENDERS) {
        expect([name, open.outcome(addressOf(open, sender), rule.message(open), coins(1n))]).toEqual([
          name,
          'funds_not_accepted',
        ]);
      }
    }
  });
});

describe('messages', () => {
  const campaign = newCampaign();
  const refused = (message: string): string => {
    const result = campaign.chain.execute(campaign.world.owner, campaign.escrow, message);
    return result.ok ? 'ok' : result.error;
  };

  it.each([
    ['{}', 'expected one field'],
    ['{"pay":{}}', 'unknown field'],
    ['{"cancel":{"now":true}}', 'unknown field'],
    ['{"cancel":{},"claim":{}}', 'unexpected field'],
    ['{"dispute":{}}', 'missing field'],
    ['{"dispute":{"reason":"a","reason":"b"}}', 'duplicate field'],
    ['{"dispute":{"reason":7}}', 'expected a string'],
    ['{"distribute":{"limit":1.5}}', ''],
    ['{"distribute":{"limit":-1}}', ''],
  ])('%s is refused before any other check', (message, reason) => {
    expect(refused(message)).toMatch(new RegExp(`^invalid_message: .*${reason}`));
  });

  it('accept null for an absent option', () => {
    const paying = newCampaign().distributing(points);
    expect(paying.outcome(paying.world.stranger, { distribute: { limit: null } })).toBe('ok');
  });
});
