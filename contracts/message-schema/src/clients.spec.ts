import { EscrowClient, FactoryQueryClient, type ISigningCosmWasmClient } from './clients.js';

it('the generated clients send the messages and queries of the schema', async () => {
  const calls: unknown[] = [];
  const chain: ISigningCosmWasmClient = {
    queryContractSmart: (...call) => Promise.reject(new Error(JSON.stringify(call))),
    execute: (...call) => {
      calls.push(call);
      return Promise.resolve({ transactionHash: 'AB', height: 1, gasUsed: 1n, events: [] });
    },
  };
  await new EscrowClient(chain, 'sender', 'escrow').finalizeAllocations({
    version: 1,
    expectedCount: 2,
    expectedTotalPoints: '3',
    allocationSha256: 'ab',
    allocationUri: 'https://example.org',
  });
  const message = {
    version: 1,
    expected_count: 2,
    expected_total_points: '3',
    allocation_sha256: 'ab',
    allocation_uri: 'https://example.org',
  };
  expect(calls).toEqual([['sender', 'escrow', { finalize_allocations: message }, 'auto', undefined, undefined]]);
  await expect(new FactoryQueryClient(chain, 'factory').campaign({ campaignId: 'spring' })).rejects.toThrow(
    '["factory",{"campaign":{"campaign_id":"spring"}}]',
  );
});
