import { parseObject } from '../../outbound/described-json.js';
import { hasPassed } from './galxe.js';
import { bearer, JSON_BODY, passOrFail, type Check, type EndpointContract } from './endpoint-contract.js';

/**
 * Intract: a POST or GET with the identities that the quest names and, of a recurring quest, its window in Unix seconds.
 * Its answers are agreed with each project: the result is at `resultPointer`, `/data/result` by default.
 */
export const intract: EndpointContract = {
  request: (check) => {
    const { url, method = 'POST' } = check.endpoint;
    const members = membersOf(check);
    if (method === 'POST') {
      return { method, url, headers: { ...JSON_BODY, ...bearer(check) }, body: JSON.stringify(members) };
    }
    const asked = new URL(url);
    for (const [name, value] of Object.entries(members)) asked.searchParams.set(name, String(value));
    return { method, url: asked.href, headers: bearer(check) };
  },
  read: ({ body }, check) => {
    const { resultPointer = '/data/result' } = check.endpoint;
    return passOrFail(hasPassed(parseObject(body), { ...check, endpoint: { ...check.endpoint, resultPointer } }));
  },
};

function membersOf({ identities, startsAt, endsAt }: Check): Record<string, string | number> {
  const { wallets, accounts, email } = identities;
  const of = (name: string) => accounts.find(({ platform }) => platform === name);
  const [twitter, discord, telegram] = [of('microblog'), of('chatcomm'), of('messenger')];
  return {
    ...(wallets[0] && { address: wallets[0].address }),
    ...(twitter && { twitter: twitter.handle ?? twitter.accountId }),
    ...(discord && { discord: discord.accountId }),
    ...(telegram && { telegram: telegram.accountId }),
    ...(email !== null && { email }),
    ...(startsAt !== null && endsAt !== null && { startTimestamp: unix(startsAt), endTimestamp: unix(endsAt) }),
  };
}

const unix = (time: string): number => Math.floor(Date.parse(time) / 1_000);
