import { type CallGas, type TxResult } from '@questp/contract-host';
import {
  type Campaign,
  createCampaign,
  HostBackend,
  SCENARIO_LIMITS,
  signedTicket,
  World,
} from '@questp/contract-proof';
import { COMMIT, CREATE, DISTRIBUTE, type GasLine, RESPONSE } from './gas-lines.js';

/** Batches of the largest factory the specification allows. */
const LIMITS = { ...SCENARIO_LIMITS, max_commit_batch: 2000, max_distribute_batch: 1000 };

interface Stage {
  backend: HostBackend;
  world: World;
  campaign: Campaign;
}

async function endedCampaign(): Promise<Stage> {
  const backend = await HostBackend.open();
  const world = await World.open(backend, 'gas');
  await world.execute(world.roles.admin, world.factory, { update_config: { limits: LIMITS } });
  const campaign = await createCampaign(world, { amount: 900_000_000n, maxShareBps: 10_000 });
  await campaign.untilEnded();
  return { backend, world, campaign };
}

/** Entries as a campaign has them: seven-digit points, 20-byte addresses. */
function entries(backend: HostBackend, count: number): { address: string; points: string }[] {
  const addresses = Array.from({ length: count }, (_, index) => backend.recipient(`earner ${index}`)).sort();
  return addresses.map((address, index) => ({ address, points: `${1_000_000 + index}` }));
}

/** Gas of the called contract itself, without loading it and without its own calls. */
function share(result: TxResult): CallGas {
  const call = result.ok ? result.gas.calls.find(({ depth }) => depth === 0) : undefined;
  if (!call) throw new Error(result.ok ? 'no contract was called' : result.error);
  return { ...call, total: call.total - call.setup };
}

function commit({ backend, world, campaign }: Stage, count: number): CallGas {
  const message = { commit_allocations: { version: 1, entries: entries(backend, count) } };
  return share(backend.chain.execute(world.roles.operator, campaign.escrow, message));
}

async function distribute(stage: Stage, count: number): Promise<CallGas> {
  const { backend, world, campaign } = stage;
  commit(stage, count);
  const points = entries(backend, count).map(({ address, points }) => [address, BigInt(points)] as const);
  await campaign.finalize(points);
  await campaign.untilDistributing();
  return share(backend.chain.execute(world.roles.operator, campaign.escrow, { distribute: { limit: 1000 } }));
}

const bound = ({ base, each }: GasLine, count: number): number => base + each * count;

describe('the gas of the contracts themselves', () => {
  // Builds the contracts where that has not been done.
  beforeAll(() => HostBackend.open(), 300_000);

  it.each([1, 10, 100, 1000, 2000])('stays on the line for a commit of %i entries', async (count) => {
    expect(commit(await endedCampaign(), count).total).toBeLessThanOrEqual(bound(COMMIT, count));
  });

  it.each([1, 10, 250, 1000])('stays on the line for %i payouts in one call', async (count) => {
    const gas = await distribute(await endedCampaign(), count);
    expect(gas.total).toBeLessThanOrEqual(bound(DISTRIBUTE, count));
    expect(gas.responseBytes).toBeLessThanOrEqual(bound(RESPONSE, count));
  });

  it('stays on the line for the ticket of a new campaign', async () => {
    const { backend, world } = await endedCampaign();
    const owner = await backend.account('owner');
    const { ticket } = await signedTicket(world, { id: 'priced' });
    const funds = [{ denom: backend.denom, amount: '1000' }];
    const gas = share(backend.chain.execute(owner, world.factory, { create_campaign: ticket }, funds));
    expect(gas.total).toBeLessThanOrEqual(CREATE.total);
    // Hashing, signature, parsing: everything but storage.
    expect(gas.host + gas.wasm).toBeLessThanOrEqual(CREATE.compute);
  });
});
