import { parseObject, textAt } from '../../outbound/described-json.js';
import { JSON_BODY, messageAt, type Check, type EndpointContract } from './endpoint-contract.js';

/** Zealy: 200 passes, 400 fails with a message; https://zealy.io/docs/tasks/api. */
export const zealy: EndpointContract = {
  statuses: [200, 400],
  request: (check) => {
    const { attemptId: requestId, projectId, questId, userId, endpoint } = check;
    const accounts = accountsOf(check);
    const hasAccounts = Object.keys(accounts).length > 0;
    return {
      method: 'POST',
      url: endpoint.url,
      headers: { ...JSON_BODY, ...(endpoint.secret !== undefined && { 'x-api-key': endpoint.secret }) },
      body: JSON.stringify({
        ...{ userId, communityId: projectId, subdomain: projectId, questId, requestId },
        ...(hasAccounts && { accounts }),
      }),
    };
  },
  read: ({ status, body }) => {
    if (status === 200) return { result: 'pass' };
    const answer = parseObject(body);
    textAt(answer, 'message', /^/);
    return { result: 'fail', ...messageAt(answer, 'message') };
  },
};

function accountsOf({ identities: { wallets, accounts, email } }: Check): Record<string, unknown> {
  const of = (name: string) => accounts.find(({ platform }) => platform === name);
  const [twitter, discord] = [of('microblog'), of('chatcomm')];
  return {
    ...(email !== null && { email }),
    ...(wallets[0] && { wallet: wallets[0].address }),
    ...(discord && { discord: { id: discord.accountId, handle: discord.handle } }),
    ...(twitter && { twitter: { id: twitter.accountId, username: twitter.handle } }),
  };
}
