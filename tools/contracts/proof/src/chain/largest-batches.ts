import assert from 'node:assert/strict';
import { type Scenario } from '../scenario/scenario.js';
import { createCampaign } from '../scenario/campaign.js';
import { SCENARIO_LIMITS } from '../scenario/world.js';

const MAX_COMMIT_BATCH = 2000;
const MAX_DISTRIBUTE_BATCH = 1000;

/** The largest batches the specification allows: each has to fit one transaction of a real chain. */
export const largestBatches: Scenario = {
  name: 'largest-batches',
  run: async (world) => {
    const { backend, roles } = world;
    const limits = {
      ...SCENARIO_LIMITS,
      max_commit_batch: MAX_COMMIT_BATCH,
      max_distribute_batch: MAX_DISTRIBUTE_BATCH,
    };
    await world.execute(roles.admin, world.factory, { update_config: { limits } });
    const campaign = await createCampaign(world, { amount: 100_000_000n });
    const points = Array.from(
      { length: MAX_COMMIT_BATCH },
      (_, index) => [backend.recipient(`earner-${index}`), BigInt(1000 + index)] as const,
    );
    await campaign.untilEnded();
    await campaign.commit(points);
    await campaign.finalize(points);
    await campaign.untilDistributing();
    for (let paid = MAX_DISTRIBUTE_BATCH; paid <= MAX_COMMIT_BATCH; paid += MAX_DISTRIBUTE_BATCH) {
      await campaign.execute(roles.operator, { distribute: {} });
      assert.equal((await campaign.status()).paid_count, paid);
    }
    await campaign.distributeAll(1);
    await campaign.expectEmpty();
  },
};
