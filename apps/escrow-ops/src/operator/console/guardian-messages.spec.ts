import type { Campaign } from '@questp/contract-proof';
import { getGuardianMessage, type GuardianAction } from '@questp/messages/escrow';
import { newId } from '@questp/postgres';
import { ConsoleStage, refusal } from '../../testing/console.fixture.js';

interface Execution {
  sender: string;
  contract: string;
  msg: object;
}

describe('a message of the guardian', () => {
  let console: ConsoleStage;
  let earner: string;
  beforeAll(async () => {
    console = await ConsoleStage.open();
    earner = await console.stage.chain.backend.account('earner');
    // The operator of the world operates the campaigns of the scenario.
    const { world } = console.stage.chain;
    await world.execute(world.roles.admin, world.factory, { update_config: { operator: world.roles.operator } });
  }, 60_000);
  afterAll(() => console.close());

  const message = ({ id: campaignId }: Pick<Campaign, 'id'>, guardianAction: GuardianAction, more: object = {}) =>
    console.service.call(getGuardianMessage, { campaignId, guardianAction, ...more });
  /** Sends the message as the guardian; returns the phase after it. */
  const send = async (campaign: Campaign, action: GuardianAction, more: object = {}) => {
    const { sender, contract, msg } = (await message(campaign, action, more)).amino['value'] as Execution;
    expect(sender).toBe(console.stage.chain.world.roles.guardian);
    await console.stage.chain.world.execute(sender, contract, msg);
    await console.stage.read();
    return (await campaign.status()).phase;
  };
  const finalized = async () => {
    const campaign = await console.stage.campaign({ startsIn: 0, endsIn: 3, challengeSecs: 30 });
    await campaign.untilEnded();
    await campaign.commit([[earner, 950_000n]]);
    await campaign.finalize([[earner, 950_000n]]);
    await console.stage.read();
    return campaign;
  };
  const disputed = async () => {
    const campaign = await finalized();
    await campaign.execute(campaign.owner, { dispute: { reason: 'Not a participant.' } });
    await console.stage.read();
    return campaign;
  };

  it('resolves a dispute, either way', async () => {
    expect(await send(await disputed(), 'resolve_dispute', { decision: 'keep_allocation' })).toBe('distributing');
    expect(await send(await disputed(), 'resolve_dispute', { decision: 'reject_allocation' })).toBe('ended');
  });

  it('rejects an allocation, and cancels a campaign', async () => {
    const campaign = await finalized();
    expect(await refusal(message(campaign, 'resolve_dispute', { decision: 'keep_allocation' }))).toBe(
      'INVALID_TRANSITION',
    );
    expect(await refusal(message(campaign, 'reject_allocations'))).toBe('VALIDATION_FAILED');
    expect(await send(campaign, 'reject_allocations', { reason: 'Not a participant.' })).toBe('ended');
    expect(await send(campaign, 'cancel')).toBe('cancelled');
  });

  it('pauses, also for longer than the pauser may, and lifts a pause', async () => {
    // The contract allows 60 seconds from the time of the chain, which lags behind on a busy machine.
    const { chain } = console.stage.chain.backend;
    const ahead = BigInt(Date.now() + 30_000) * 1_000_000n;
    if (chain.time < ahead) chain.setTime(ahead);
    const campaign = await console.stage.campaign({ startsIn: 0, endsIn: 600 });
    await console.stage.read();
    await send(campaign, 'pause', { seconds: 60 });
    expect((await campaign.status()).paused).toBe(true);
    await send(campaign, 'unpause');
    expect((await campaign.status()).paused).toBe(false);
  });

  it('returns NOT_FOUND for a campaign without an escrow', async () => {
    expect(await refusal(message({ id: newId() }, 'cancel'))).toBe('NOT_FOUND');
  });
});
