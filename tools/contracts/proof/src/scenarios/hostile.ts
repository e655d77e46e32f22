import assert from 'node:assert/strict';
import { createCampaign } from '../scenario/campaign.js';
import { hostileWasm } from '../scenario/hostile-wasm.js';
import { type Scenario } from '../scenario/scenario.js';
import { type RoleAddresses, SECOND } from '../scenario/world.js';

/** Calls around the escrow: somewhere among them a token that calls another contract finds no room on every chain. */
const DEPTHS = [100, 99, 98, 97];

/** A caller deep inside other calls, whose place alone would make the transfers of a token fail, has the call refused. */
export const nestedCaller: Scenario = {
  name: 'nested-caller',
  run: async (world) => {
    const { backend, roles } = world;
    const stranger = await backend.account('stranger');
    const { codeId, checksum } = await backend.store(await hostileWasm());
    const token = await backend.instantiate(stranger, codeId, {}, 'token');
    const caller = await backend.instantiate(stranger, codeId, {}, 'caller');
    await world.execute(roles.admin, world.factory, { update_config: { cw20_code_checksums: [checksum] } });
    const campaign = await createCampaign(world, { asset: { cw20: { address: token } } });
    const points = ['one', 'two'].map((name) => [backend.recipient(name), 475_000n] as const);
    await campaign.untilEnded();
    await campaign.commit(points);
    await campaign.finalize(points);
    await campaign.untilDistributing();

    const msg = Buffer.from('{"distribute":{}}').toString('base64');
    const refusals: string[] = [];
    for (const depth of DEPTHS) {
      const result = await backend.execute(stranger, caller, {
        nest: { times: depth - 1, contract: campaign.escrow, msg },
      });
      const { paid_count, failed_count } = await campaign.status();
      assert.deepEqual(
        { paid_count, failed_count },
        { paid_count: result.ok ? 2 : 0, failed_count: 0 },
        `${depth} calls`,
      );
      if (result.ok) break;
      refusals.push(result.error);
    }
    assert.ok(
      refusals.some((error) => error.includes('call_too_deep: ')),
      `no refusal for the depth in: ${refusals.join('; ')}`,
    );
    await campaign.distributeAll(10);
    assert.equal((await campaign.status()).paid_total, '950000');
  },
};

/** A factory whose new code uses up all gas blocks no way out of an escrow. */
export const hostileFactory: Scenario = {
  name: 'hostile-factory',
  run: async (world) => {
    const { backend, roles } = world;
    const owner = await backend.account('owner');
    const successor = await backend.account('successor');
    const campaign = await createCampaign(world, { startsIn: 60, endsIn: 90 });
    const before = await campaign.balanceOf(owner);
    // A pause of the escrow that has ended before one of the factory: only the history of the factory shows their order.
    const pause = async (sender: string, contract: string): Promise<void> => {
      const until = (await backend.now()) + 2n * SECOND;
      await world.execute(sender, contract, { pause: { until: `${until}` } });
      await backend.waitUntil(until + SECOND);
    };
    await pause(roles.guardian, campaign.escrow);
    await pause(roles.admin, world.factory);
    const { codeId } = await backend.store(await hostileWasm());
    await backend.migrate(roles.admin, world.factory, codeId, { nothing: {} });

    await campaign.expectPhase('upcoming');
    await campaign.execute(owner, { transfer_ownership: { new_owner: successor } });
    await campaign.execute(successor, { accept_ownership: {} });
    await campaign.execute(successor, { cancel: {} });
    await campaign.expectEmpty();
    await world.expectBalance(campaign.asset, owner, before);
    await world.expectBalance(campaign.asset, successor, 1_001_000_000n);
  },
};

/** A factory that reports it was paused all along does not return a campaign that pays out to its challenge window. */
export const lyingFactory: Scenario = {
  name: 'lying-factory',
  run: async (world) => {
    const { backend, roles } = world;
    const campaign = await createCampaign(world);
    const points = ['one', 'two'].map((name) => [backend.recipient(name), 475_000n] as const);
    await campaign.untilEnded();
    await campaign.commit(points);
    await campaign.finalize(points);
    await campaign.untilDistributing();
    await campaign.execute(roles.operator, { distribute: { limit: 1 } });

    const { codeId } = await backend.store(await hostileWasm());
    const msg = pausedAllAlong(roles, await backend.now()).toString('base64');
    await backend.migrate(roles.admin, world.factory, codeId, { shared: { msg } });
    await campaign.expectPhase('distributing');
    await campaign.refused('wrong_phase', roles.guardian, { reject_allocations: { reason: 'x' } });
    await campaign.distributeAll(10);
    for (const [address, amount] of points) await world.expectBalance(campaign.asset, address, amount);
  },
};

/** A factory's shared record (docs/guides/contracts.md, Storage): no pause runs at `now`, and all time before was paused. */
function pausedAllAlong({ operator, pauser, guardian, treasury }: RoleAddresses, now: bigint): Buffer {
  const texts = [operator, pauser, guardian, treasury].map((address) => Buffer.from(`\0${address}`));
  for (const text of texts) text.writeUInt8(text.length - 1);
  const pause = Buffer.alloc(41);
  for (const at of [0, 8, 17]) pause.writeBigUInt64LE(now, at);
  return Buffer.concat([Buffer.of(1), ...texts, pause]);
}
