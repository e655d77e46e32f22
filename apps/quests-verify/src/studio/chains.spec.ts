import {
  createCampaign,
  duplicateCampaign,
  duplicateQuest,
  moveCampaign,
  moveQuest,
  updateCampaign,
  updateQuest,
  type RewardPoolSettings,
} from '@questp/messages/quests';
import { checkPool } from '@questp/messages/escrow';
import type { EscrowDeployment } from '@questp/messages/integrations';
import { putChain } from '@questp/service-kit/testing';
import { aSlug, refusal, startStudio, type Studio } from '../testing/studio.fixture.js';

const CHAIN = 'pion-1';

const ESCROW: EscrowDeployment = {
  factory: 'neutron1eyfccmjm6732k7wp4p6gdjwhxjwsvje44j0hfx8nkgrm8fs7vqfs8hrpdj',
  codeId: 4821,
  checksum: 'c'.repeat(64),
  admin: null,
  contractVersion: '0.1.0',
  ticketSigner: 'AiLm0u5tkZnIqAEcQt8d8DjZlv2MlGUZiKZPyZFyb1zm',
  feeBps: 250,
  released: false,
};

const pool = (change: Partial<RewardPoolSettings> = {}): RewardPoolSettings => ({
  ...{ mode: 'manual', chainId: CHAIN, denom: 'untrn', symbol: 'NTRN', decimals: 6 },
  ...{ totalAmount: '1000', minPayout: null, maxPayout: null, ...change },
});

describe('what teams set up on a chain', () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await startStudio();
    studio.bus.answer(checkPool, () => ({ feeBps: ESCROW.feeBps, problems: [] }));
  }, 60_000);
  afterAll(() => studio.stop());
  beforeEach(() => putChain(studio, CHAIN, { enabled: true, network: 'testnet', escrow: null }));

  const disabled = { code: 'CHAIN_DISABLED' };
  const off = () => putChain(studio, CHAIN, { enabled: false });
  const campaignOf = async (rewardPool: RewardPoolSettings | null) => {
    const project = await studio.newProject();
    return studio.newCampaign(project.id, { rewardPool });
  };
  const activate = ({ projectId, id }: { projectId: string; id: string }) =>
    studio.call(moveCampaign, { projectId, campaignId: id, step: 'activate' });
  const transfer = { taskTypeId: 'chain_transfer', config: { chainId: CHAIN } };

  describe('that was disabled', () => {
    it('is no new quest, whether it is created, duplicated, pointed there or published', async () => {
      const campaign = await campaignOf(null);
      const { projectId, id: campaignId } = campaign;
      const create = (config: { chainId: string }) => studio.newQuest(campaign, { ...transfer, config });
      const quest = await create(transfer.config);
      const elsewhere = await create({ chainId: 'juno-1' });
      await off();
      const at = { projectId, campaignId, questId: quest.id };
      expect(await refusal(create(transfer.config))).toMatchObject(disabled);
      expect(await refusal(studio.call(duplicateQuest, { ...at, slug: aSlug() }))).toMatchObject(disabled);
      expect(await refusal(studio.call(moveQuest, { ...at, step: 'publish' }))).toMatchObject(disabled);
      const there = { ...at, questId: elsewhere.id, config: transfer.config };
      expect(await refusal(studio.call(updateQuest, there))).toMatchObject(disabled);
      // A draft that names it already can still be corrected.
      const change = { ...at, config: { ...transfer.config, denom: 'untrn' } };
      expect(await studio.call(updateQuest, change)).toMatchObject({ config: { denom: 'untrn' } });
      expect(await create({ chainId: 'juno-1' })).toMatchObject({ status: 'draft' });
    });

    it('is no new quest that names it among others', async () => {
      const campaign = await campaignOf(null);
      await off();
      const config = { statement: 'I have read it.', chainIds: ['juno-1', CHAIN] };
      const quest = studio.newQuest(campaign, { taskTypeId: 'attestation_sign', config });
      expect(await refusal(quest)).toMatchObject(disabled);
    });

    it('is no new reward pool, and no campaign starts with one', async () => {
      const campaign = await campaignOf(pool());
      const { projectId, id: campaignId } = campaign;
      await studio.publish(await studio.newQuest(campaign));
      const other = await campaignOf(null);
      await off();
      const create = { projectId, slug: aSlug(), title: 'Launch', rewardPool: pool() };
      expect(await refusal(studio.call(createCampaign, create))).toMatchObject(disabled);
      const update = { projectId: other.projectId, campaignId: other.id, rewardPool: pool() };
      expect(await refusal(studio.call(updateCampaign, update))).toMatchObject(disabled);
      expect(await refusal(studio.call(duplicateCampaign, { projectId, campaignId, slug: aSlug() }))).toMatchObject(
        disabled,
      );
      expect(await refusal(activate(campaign))).toMatchObject(disabled);
      const same = { projectId, campaignId, title: 'Later', rewardPool: campaign.rewardPool };
      expect(await studio.call(updateCampaign, same)).toMatchObject({ title: 'Later' });
      await putChain(studio, CHAIN, { enabled: true });
      expect(await activate(campaign)).toMatchObject({ status: 'active' });
    });

    it('goes on where it exists', async () => {
      const running = await studio.running({ rewardPool: pool() });
      await off();
      const { projectId, id: campaignId } = running.campaign;
      expect(await studio.call(moveCampaign, { projectId, campaignId, step: 'end' })).toMatchObject({
        status: 'ended',
        rewardPool: pool(),
      });
    });
  });

  describe('automatic distribution', () => {
    const windows = { challengeSeconds: 86_400, commitWindowSeconds: 1_209_600, claimWindowSeconds: 7_776_000 };
    const automatic = pool({ mode: 'automatic', ...windows });
    const refusedWith = async (code: string) => {
      const { projectId, id: campaignId } = await campaignOf(null);
      const create = { projectId, slug: aSlug(), title: 'Launch', rewardPool: automatic };
      expect(await refusal(studio.call(createCampaign, create))).toMatchObject({ code });
      const update = { projectId, campaignId, rewardPool: automatic };
      expect(await refusal(studio.call(updateCampaign, update))).toMatchObject({ code });
    };

    it('exists only where the contracts are deployed', async () => {
      await refusedWith('CHAIN_NOT_CONFIGURED');
      await putChain(studio, CHAIN, { escrow: ESCROW });
      expect(await campaignOf(automatic)).toMatchObject({ rewardPool: { mode: 'automatic' } });
    });

    it('exists on a mainnet only once an operator released the deployment', async () => {
      await putChain(studio, CHAIN, { network: 'mainnet', escrow: ESCROW });
      await refusedWith('ESCROW_NOT_RELEASED');
      expect(await campaignOf(pool())).toMatchObject({ rewardPool: { mode: 'manual' } });
      await putChain(studio, CHAIN, { escrow: { ...ESCROW, released: true } });
      expect(await campaignOf(automatic)).toMatchObject({ rewardPool: { mode: 'automatic' } });
    });

    it('is checked again when the campaign starts', async () => {
      await putChain(studio, CHAIN, { escrow: ESCROW });
      const campaign = await campaignOf(automatic);
      await studio.publish(await studio.newQuest(campaign));
      await putChain(studio, CHAIN, { network: 'mainnet' });
      expect(await refusal(activate(campaign))).toMatchObject({ code: 'ESCROW_NOT_RELEASED' });
      await putChain(studio, CHAIN, { network: 'testnet', escrow: null });
      expect(await refusal(activate(campaign))).toMatchObject({ code: 'CHAIN_NOT_CONFIGURED' });
      await putChain(studio, CHAIN, { escrow: ESCROW });
      expect(await activate(campaign)).toMatchObject({ status: 'active' });
    });
  });
});
