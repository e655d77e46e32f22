import { createCampaign, HostBackend, World, type Campaign } from '@questp/contract-proof';
import type { EscrowStatusResponse } from '@questp/message-schema';
import { STATUS_MEMBERS } from '@questp/messages/escrow';
import type { OperatorMessage } from '../decisions/decision.js';
import { statusChanges } from './status-changes.js';

const FINALIZED = { allocation_sha256: 'ab'.repeat(32), allocation_uri: 'https://api.example.org/allocation.json' };

describe('the predicted status changes of a message', () => {
  let world: World;
  let earners: string[];
  beforeAll(async () => {
    const backend = await HostBackend.open();
    world = await World.open(backend, 'status-changes');
    earners = ['one', 'two', 'three'].map((name) => backend.recipient(name)).toSorted();
  });

  const shown = (status: EscrowStatusResponse) =>
    Object.fromEntries(STATUS_MEMBERS.map((member) => [member, status[member]?.toString() ?? null]));
  /** Sends the message and compares what it changed. Payouts change the balance, too. */
  const send = async (campaign: Campaign, message: OperatorMessage) => {
    const before = await campaign.status();
    const changes = statusChanges(message, before);
    await campaign.execute(world.roles.operator, message);
    const expected = {
      ...shown(before),
      ...Object.fromEntries(changes.map(({ member, after }) => [member, after])),
    };
    const after = shown(await campaign.status());
    const isPayout = 'distribute' in message;
    expect(after).toEqual(isPayout ? { ...expected, balance: after['balance'] } : expected);
    return changes.map(({ member }) => member);
  };
  const entries = (from: number, to: number) =>
    earners.slice(from, to).map((address, index) => ({ address, points: `${(index + 1) * 100_000}` }));

  it('equal the status of the contract after each message', async () => {
    const campaign = await createCampaign(world, { startsIn: 0, endsIn: 3, challengeSecs: 3 });
    await campaign.untilEnded();
    const commit = (version: number, from: number, to: number) =>
      send(campaign, { commit_allocations: { version, entries: entries(from, to) } });
    const { version } = await campaign.status();
    expect(await commit(version, 0, 2)).toEqual(['phase', 'entry_count', 'total_points', 'last_committed']);
    expect(await commit(version, 2, 3)).toEqual(['entry_count', 'total_points', 'last_committed']);
    expect(await send(campaign, { reset_allocations: { version } })).toEqual([
      ...['phase', 'version', 'entry_count', 'total_points', 'last_committed'],
    ]);
    await commit(version + 1, 0, 3);
    const { entry_count, total_points } = await campaign.status();
    const finalize = { version: version + 1, expected_count: entry_count, expected_total_points: total_points };
    expect(await send(campaign, { finalize_allocations: { ...finalize, ...FINALIZED } })).toEqual(['phase']);
    await campaign.untilDistributing();
    expect(await send(campaign, { distribute: { limit: 2 } })).toEqual(['cursor']);
    expect(await send(campaign, { distribute: { limit: 2 } })).toEqual(['cursor']);
    expect(await send(campaign, { distribute: { limit: 2 } })).toEqual(['phase']);
  });

  it('the predicted change is the balance when a pool returns to its owner', async () => {
    const campaign = await createCampaign(world, { startsIn: 0, endsIn: 3, commitWindowSecs: 3 });
    await campaign.waitUntil(({ deadlines }) => deadlines.commit_deadline);
    expect(await send(campaign, { reclaim_expired: {} })).toEqual(['balance']);
  });

  it('lower the number of failed payouts by the retried ones', async () => {
    const campaign = await createCampaign(world, { startsIn: 0, endsIn: 3 });
    const status = { ...(await campaign.status()), failed_count: 3 };
    expect(statusChanges({ retry_failed: { addresses: earners.slice(0, 2) } }, status)).toEqual([
      { member: 'failed_count', before: '3', after: '1' },
    ]);
  });
});
