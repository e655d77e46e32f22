import assert from 'node:assert/strict';
import { type Scenario } from '../scenario/scenario.js';

/** A compressed key (SEC 1, 2.3.3) of x = 5, for which y^2 = x^3 + 7 has no solution: no signature matches it. */
const NO_POINT = Buffer.alloc(33).fill(2, 0, 1).fill(5, 32).toString('base64');

/** Unusual input is refused with a code, not with a fault. */
export const oddInputIsRefused: Scenario = {
  name: 'odd-input',
  run: async (world) => {
    const { factory, roles, backend } = world;
    const endless = 'a'.repeat(100_000);
    await world.refused('invalid_config', roles.admin, factory, { update_config: { ticket_signer: NO_POINT } });
    await world.refused('campaign_not_found', roles.admin, factory, { sync_campaign_owner: { campaign_id: endless } });
    await assert.rejects(
      async () => backend.query(factory, { campaign: { campaign_id: endless } }),
      /campaign_not_found/,
    );
    const { campaigns } = await backend.query<{ campaigns: object[] }>(factory, {
      campaigns: { start_after: endless },
    });
    assert.deepEqual(campaigns, []);
  },
};
