/** @jest-environment ./jest.cosmjs-environment.js */
import { chainMissing, PREFIX, testAccount } from '@questp/chain';
import { describeUnless } from '@questp/testing';
import { type Campaign, createCampaign } from '../scenario/campaign.js';
import { World } from '../scenario/world.js';
import { accountName, type ChainBackend } from './chain-backend.js';
import { cosmjs, typedClients } from '../testing/cosmjs.fixture.js';
import { type OpenChain, openChain, storeContracts } from './open-chain.js';
import { FEE } from './signer.js';

const STORY = 'typed-clients';

describeUnless(await chainMissing(), 'the typed clients of escrow-client on a real chain', () => {
  let open: OpenChain;
  let backend: ChainBackend;
  let world: World;
  let campaign: Campaign;

  beforeAll(async () => {
    open = await openChain(cosmjs, [STORY]);
    backend = await open.backend(STORY, await storeContracts(open));
    world = await World.open(backend, STORY);
    campaign = await createCampaign(world, { endsIn: 60 });
  }, 120_000);
  afterAll(() => open.chain.stop());

  it('ask both contracts', async () => {
    const queries = await typedClients.connectQueries(open.chain.rpc);
    const entry = await queries.factory(world.factory).campaign({ campaignId: campaign.id });
    expect([entry.escrow, entry.owner]).toEqual([campaign.escrow, campaign.owner]);
    const { roles, factory } = await queries.escrow(campaign.escrow).config();
    expect([roles?.guardian, factory]).toEqual([world.roles.guardian, world.factory]);
    queries.client.disconnect();
  });

  it('sign for one account, and give the reason of a refusal', async () => {
    await backend.account('donor');
    const { address, privateKey } = testAccount(accountName(STORY, 'donor'));
    const signer = await typedClients.keySigner(privateKey, PREFIX);
    const messages = await typedClients.connectSigning(open.chain.rpc, signer, { broadcastPollIntervalMs: 100 });
    expect(messages.sender).toBe(address);
    const escrow = messages.escrow(campaign.escrow);
    const before = BigInt((await escrow.status()).funded_total);
    await escrow.topUp(FEE, undefined, [{ denom: backend.denom, amount: '77' }]);
    expect(BigInt((await escrow.status()).funded_total)).toBe(before + 77n);
    await expect(escrow.cancel(FEE)).rejects.toThrow('unauthorized');
    messages.client.disconnect();
  });
});
