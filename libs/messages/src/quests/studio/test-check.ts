import { EndpointTest } from '../../integrations/endpoint-tests.js';
import { EarnerAccount, EarnerWallet } from '../../integrations/project-check.js';
import { contract } from '../../language/contract/contract.js';
import { Id, ListOf, Text, UserId } from '../../language/fields/index.js';
import { LINKED_ACCOUNT_PROVIDERS } from '../../shared/oauth-providers.js';
import { MAX_WALLETS } from '../../shared/wallets.js';

class TestCheckRequest {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @UserId({ from: 'userId' })
  userId!: string;

  @ListOf(() => EarnerWallet, {
    max: MAX_WALLETS,
    optional: true,
    description: 'Wallets of the sample earner; sent if the quest names wallets',
  })
  wallets?: EarnerWallet[];

  @ListOf(() => EarnerAccount, {
    max: LINKED_ACCOUNT_PROVIDERS.length,
    optional: true,
    description: 'Accounts of the sample earner; those of platforms that the quest names are sent',
    example: [{ platform: 'microblog', accountId: '17', handle: 'luna' }],
  })
  accounts?: EarnerAccount[];

  @Text({
    max: 254,
    form: 'email',
    optional: true,
    description: 'E-mail address of the sample earner; sent as the quest names it, as hash or plain',
    example: 'luna@example.org',
  })
  email?: string;
}

/** WRONG_TASK_TYPE for a quest without an endpoint. */
export const testCheck = contract({
  subject: 'quests.quests.test-check',
  request: TestCheckRequest,
  reply: EndpointTest,
  errors: ['WRONG_TASK_TYPE', 'RATE_LIMITED'],
  http: {
    id: 'testQuestCheck',
    route: 'POST /v1/projects/:projectId/campaigns/:campaignId/quests/:questId/test-check',
    tag: 'quests',
    summary: 'Call the endpoint of a custom_rest quest with sample identities',
    description:
      'Shows the request, with secrets replaced, and the answer. Nothing is recorded and no earner is concerned. Drafts as well.',
    example: {
      wallets: [{ chainId: 'cosmoshub-4', address: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu' }],
      email: 'luna@example.org',
    },
    replies: { answer: { status: 200, body: '{"result":"pass"}' } },
    again: 'Each call sends a new request.',
  },
});
