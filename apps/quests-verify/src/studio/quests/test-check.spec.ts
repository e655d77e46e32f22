import { testProjectEndpoint, type EndpointTest } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { testCheck } from '@questp/messages/quests';
import { newId } from '@questp/postgres';
import { started } from '@questp/testing';
import { emailHash } from '../../task-types/custom/identities.js';
import { errorOf, newUserId, newWallet, startQuests } from '../../testing/quests.fixture.js';

const url = 'https://quests.example.org/check';
const RESULT: EndpointTest = {
  outcome: 'pass',
  detail: null,
  request: { method: 'POST', url, body: null },
  answer: { status: 200, body: '{}' },
};

describe('the test of a check', () => {
  const quests = started(startQuests);
  let asked: RequestOf<typeof testProjectEndpoint>;
  beforeAll(() => {
    quests.bus.answer(testProjectEndpoint, (request) => {
      asked = request;
      return RESULT;
    });
  });
  const test = (questId: string, more: object = {}) => {
    const { projectId, campaignId } = quests;
    return quests.call(testCheck, { projectId, campaignId, questId, userId: newUserId(), ...more });
  };

  it('calls the endpoint of the quest with its secret and the identities that it names', async () => {
    const [wallet, other] = [newWallet(), newWallet('osmosis-1')];
    const luna = { platform: 'microblog', accountId: '17', handle: 'luna' };
    const sample = {
      ...{ wallets: [wallet, other], email: 'Luna@example.org' },
      accounts: [luna, { ...luna, platform: 'chatcomm' }],
    };
    const questId = await quests.addQuest('custom_rest', {
      ...{ url, bearerToken: 'secret', chainIds: ['cosmoshub-4'] },
      identities: ['wallet', 'microblog', 'email_hash'],
    });
    expect(await test(questId, sample)).toEqual(RESULT);
    expect(asked).toMatchObject({
      ...{ questId, projectId: quests.projectId, endpoint: { url, contract: 'standard', secret: 'secret' } },
      identities: {
        ...{ wallets: [wallet], accounts: [luna], email: null },
        emailSha256: emailHash('luna@example.org'),
      },
    });
  });

  it('sends no identity that the quest does not name, and needs none', async () => {
    const questId = await quests.addQuest('custom_rest', { url, identities: ['codehost'] });
    await test(questId, { wallets: [newWallet()], email: 'luna@example.org' });
    expect(asked.identities).toEqual({ wallets: [], accounts: [], emailSha256: null, email: null });
    await test(questId);
  });

  it('is for quests with an endpoint, in their own campaign', async () => {
    const manual = await quests.addQuest('custom_manual', { instructions: 'Say hello.' });
    expect((await errorOf(test(manual))).code).toBe('WRONG_TASK_TYPE');
    const questId = await quests.addQuest('custom_rest', { url });
    expect((await errorOf(test(questId, { projectId: newId() }))).code).toBe('NOT_FOUND');
    expect((await errorOf(test(questId, { campaignId: newId() }))).code).toBe('NOT_FOUND');
  });
});
