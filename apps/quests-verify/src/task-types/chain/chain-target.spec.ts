import { readChainChoice, type FactStatus } from '@questp/messages/integrations';
import type { Campaign } from '@questp/messages/quests';
import { refusal, startStudio, type Studio } from '../../testing/studio.fixture.js';
import { chainTarget } from './chain-target.js';

const chainId = 'cosmoshub-4';
const denom = `ibc/${'2'.repeat(64)}`;
const choice = { id: '7', name: null, isOpen: true, endsAt: null, codeId: null };

describe('What a quest names on a chain', () => {
  let studio: Studio;
  let campaign: Campaign;
  let asked: object[];
  beforeAll(async () => {
    studio = await startStudio();
    campaign = await studio.newCampaign((await studio.newProject()).id);
  }, 60_000);
  afterAll(() => studio.stop());
  beforeEach(() => {
    asked = [];
  });

  const answer = (status: FactStatus) =>
    studio.bus.answer(readChainChoice, ({ chainId: of, kind, id }) => {
      asked.push({ chainId: of, kind, id });
      return { status, value: status === 'found' ? { ...choice, id } : null, detail: null, retryAt: null };
    });
  const add = (config: object) =>
    studio.newQuest(campaign, { taskTypeId: 'chain_transfer', config: { chainId, ...config } });

  it('is looked up when the quest is stored', async () => {
    answer('found');
    expect((await add({ denom })).config).toEqual({ chainId, denom });
    expect(asked).toEqual([{ chainId, kind: 'ibc_denom', id: denom }]);
  });

  it.each([{}, { denom: 'uatom' }])('is not looked up where it is nothing that the chain lists: %j', async (config) => {
    answer('unavailable');
    expect((await add(config)).config).toEqual({ chainId, ...config });
    expect(asked).toEqual([]);
  });

  it.each([
    ['not_found', { code: 'TASK_CONFIG_INVALID', pointers: ['/config/denom'] }],
    ['unsupported', { code: 'TASK_CONFIG_INVALID' }],
    ['unavailable', { code: 'PLATFORM_UNAVAILABLE' }],
  ] as const)('has to exist, and its chain to say so: %s', async (status, expected) => {
    answer(status);
    expect(await refusal(add({ denom }))).toMatchObject(expected);
  });

  it('is no proposal on which the voting has ended', () => {
    const target = chainTarget('proposal', 'proposalId');
    const config = { chainId, proposalId: '7' };
    expect(target.errors?.(config, choice)).toEqual([]);
    expect(target.errors?.(config, { ...choice, isOpen: false })).toMatchObject([{ pointer: '/config/proposalId' }]);
  });
});
