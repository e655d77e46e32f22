import { releasedContracts } from '@questp/contract-proof/host-node';
import { getCampaignEscrow } from '@questp/messages/escrow';
import { newId } from '@questp/postgres';
import { OperatorStage } from '../../testing/operator.fixture.js';

describe.each([1, 2])('an escrow of the release %i before the newest', (back) => {
  let stage: OperatorStage;
  beforeAll(async () => {
    stage = await OperatorStage.open(await releasedContracts(back));
  }, 60_000);
  afterAll(() => stage.close());

  it('the platform follows the escrow, and the operator pays from it', async () => {
    const campaign = await stage.campaign();
    const address = stage.world.backend.recipient(`earner ${newId()}`);
    await stage.earners(campaign, { [address]: 1 });
    await stage.end(campaign);
    await stage.approve(campaign);
    await stage.operate(8);
    await stage.waitUntil(campaign.escrow, ({ finalized }) => finalized?.challenge_ends_at);
    await stage.operate(8);
    expect(await stage.payouts(campaign)).toMatchObject([{ address, status: 'paid' }]);
    const { current } = await stage.service.call(getCampaignEscrow, { campaignId: campaign.campaignId });
    expect(current.phase).toBe('completed');
  }, 60_000);
});
