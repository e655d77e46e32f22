import { newStudio, signIn } from '@questp/players';
import { LIMITS } from '@questp/messages/tables';
import { codeOf } from './answers.js';
import type { Attack } from './attack.js';

export const manyKeys: Attack = {
  name: 'A project with more API keys than it may have',
  async run({ gateways }, tries) {
    const { client, inProject: params } = await newStudio(await signIn(gateways), { draft: true });
    const { max } = LIMITS.apiKeys;
    const create = () =>
      client.POST('/v1/projects/{projectId}/api-keys', { params, body: { name: 'Attack', scopes: ['project:read'] } });
    const codes = (await Promise.all(Array.from({ length: max + 10 }, create))).map(codeOf);
    for (const code of codes) tries.note('a key', ['201', 'TOO_MANY', 'RATE_LIMITED'].includes(code), code);
    const created = codes.filter((code) => code === '201').length;
    tries.note(`at most ${max} keys`, created <= max, String(created));
  },
};
