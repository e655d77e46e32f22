import { unwrap } from '@questp/sdk';
import { signIn } from '@questp/players';
import { patiently, refuses } from './answers.js';
import type { Attack } from './attack.js';

const READS = ['/v1/admin/integrations/health', '/v1/admin/chatcomm/setup', '/v1/admin/notifications/preferences'];
/** Most replicas of integrations; each makes its own checks. */
const MAX_REPLICAS = 10;
/** Longest time for all checks: they take up to 4 seconds. */
const MAX_CHECKS_MS = 5_000;

export const readIntegrations: Attack = {
  name: 'The health of integrations is read by others, or used to flood the platforms',
  needs: ['admin'],
  async run(target, tries) {
    const { gateways, admin = { email: '', password: '' } } = target;
    const { token } = await signIn(gateways);
    const callers: [who: string, headers: Record<string, string>][] = [
      ['an anonymous caller', {}],
      ['a user', { authorization: `Bearer ${token}` }],
    ];
    for (const path of READS) {
      for (const [who, headers] of callers) {
        await refuses(tries, `${path} by ${who}`, ['UNAUTHENTICATED', 'WRONG_TOKEN_FAMILY'], () =>
          gateways.anonymous.call('GET', path, { headers }),
        );
      }
    }
    await refuses(tries, 'a test of a credential by a user', ['WRONG_TOKEN_FAMILY'], () =>
      gateways.anonymous.call('POST', '/v1/admin/credentials/codehost/test', {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    const session = await patiently(() => gateways.anonymous.POST('/v1/admin/auth/login', { body: admin }));
    const operator = gateways.as((session.data as { token: string }).token);
    const begun = performance.now();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => unwrap(operator.GET('/v1/admin/integrations/health'))),
    );
    tries.note('20 checks at a time', performance.now() - begun < MAX_CHECKS_MS, `${performance.now() - begun} ms`);
    for (const { name } of all[0]?.items ?? []) {
      const times = all.flatMap(({ items }) =>
        items.filter((item) => item.name === name).map((item) => item.checkedAt),
      );
      const rounds = new Set(times).size;
      tries.note(`${name} is asked once by each replica`, rounds <= MAX_REPLICAS, `${rounds} times`);
    }
    await unwrap(operator.POST('/v1/admin/auth/sign-out'));
  },
};
