import { type Caller, newOperator, type Operator } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectAnyProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { fill, operations, shownOf } from '../support/open-api.js';
import { enableOperatorTwoFactor } from '../support/two-factor.js';
import { EXPECTED_ACCESS } from '../access/expected-access.js';
import { login } from './stage.fixture.js';

const OPEN = new Set(['adminSignOut']);
const isOpen = (id: string) => OPEN.has(id) || /TwoFactor$|RecoveryCodes$/.test(id);

describe('Two-factor sign-in of operators', () => {
  /** Signs an operator in with two factors. */
  async function inTwoSteps({ client, email, password }: Operator): Promise<Caller> {
    const [code = ''] = await enableOperatorTwoFactor(client);
    const { challenge } = await unwrap(login(email, password));
    const body = { challengeToken: challenge?.challengeToken as string, code };
    return e2e.as((await unwrap(e2e.anonymous.POST('/v1/admin/auth/2fa/verify', { body }))).token);
  }

  it('A-44 rejects every other operation of an operator without a second factor while it is required', async () => {
    const keeper = await inTwoSteps(await newOperator(e2e, 'super_admin'));
    const require = (operatorsNeedTwoFactor: boolean) =>
      unwrap(keeper.PUT('/v1/admin/security-settings', { body: { operatorsNeedTwoFactor } }));
    const { client } = await newOperator(e2e, 'super_admin');
    await unwrap(client.GET('/v1/admin/me'));
    const refused: string[] = [];
    await require(true);
    try {
      for (const operation of operations()) {
        const { id, method, path } = operation;
        if (!id.startsWith('admin') || EXPECTED_ACCESS.get(id)?.outcomes['super_admin'] !== 'allowed') continue;
        const url = fill(path, shownOf(operation).path);
        const isRead = method === 'GET';
        const answer = await client.call(
          method,
          isRead ? `${url}?unknown=1` : url,
          isRead ? {} : { body: { unknown: 1 } },
        );
        const { code } = expectAnyProblem(answer);
        if (code === 'TWO_FACTOR_REQUIRED') refused.push(id);
        expect([id, code === 'TWO_FACTOR_REQUIRED']).toEqual([id, !isOpen(id)]);
      }
      expect(refused.length).toBeGreaterThan(20);
    } finally {
      await require(false);
    }
    await unwrap(client.GET('/v1/admin/me'));
  });
});
