import { readCodehostRepository, readCodehostStar, type CodehostRepository } from '@questp/messages/integrations';
import { at } from '../../outbound/account.js';
import { readJson } from '../../outbound/ask-provider.js';
import type { PlatformFact } from '../../outbound/platform-fact.js';

export interface Api {
  PLATFORM_CODEHOST_URL: string;
}

const codehost = { provider: 'codehost', title: 'code host' } as const;

/** A private repository is unknown to the application. */
export const repository: PlatformFact<Api, CodehostRepository, CodehostRepository> = {
  ...codehost,
  contract: readCodehostRepository,
  url: (asked, { PLATFORM_CODEHOST_URL }) => `${PLATFORM_CODEHOST_URL}/repos/${asked.repository}`,
  read: ({ status, body }) => {
    // 301: it has another name now.
    if (status === 404 || status === 301) return null;
    const name = status === 200 ? at(readJson(body), 'full_name') : undefined;
    return typeof name === 'string' ? { repository: name } : undefined;
  },
};

/** 204: the account has starred it; 404: it has not. */
export const star: PlatformFact<
  Api,
  CodehostRepository & { userId: string },
  { accountId: string; isStarred: boolean }
> = {
  ...codehost,
  contract: readCodehostStar,
  url: (asked, { PLATFORM_CODEHOST_URL }) => `${PLATFORM_CODEHOST_URL}/user/starred/${asked.repository}`,
  read: ({ status }, accountId = '') =>
    status === 204 || status === 404 ? { accountId, isStarred: status === 204 } : undefined,
};
