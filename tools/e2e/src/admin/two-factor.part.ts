import { unwrap } from '@questp/sdk';
import { expectAnyProblem, expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { fill, operations, shownOf } from '../support/open-api.js';
import { newOperator } from '../support/operators.js';
import { enableOperatorTwoFactor } from '../support/two-factor.js';
import { EXPECTED_ACCESS } from '../access/expected-access.js';

const OPEN = new Set(['adminSignOut']);
const isOpen = (id: string) => OPEN.has(id) || /TwoFactor$|RecoveryCodes$/.test(id);

describe('Two-factor sign-in of operators', () => {
  /** An operator who has signed in by two steps. */
  async function inTwoSteps() {
    const { client, email, password } = await newOperator(e2e, 'super_admin');
    const [code = ''] = await enableOperatorTwoFactor(client);
    const { challenge } = await unwrap(e2e.anonymous.POST('/v1/admin/auth/login', { body: { email, password } }));
    const body = { challengeToken: challenge?.challengeToken as string, code };
    return e2e.as((await unwrap(e2e.anonymous.POST('/v1/admin/auth/2fa/verify', { body }))).token);
  }

  it('A-43 ends the sessions before it at once, and signs in by two steps from then on', async () => {
    const { client, email, password } = await newOperator(e2e, 'super_admin');
    const [code = ''] = await enableOperatorTwoFactor(client);
    expectProblem(await client.GET('/v1/admin/me'), 'UNAUTHENTICATED');
    const first = await unwrap(e2e.anonymous.POST('/v1/admin/auth/login', { body: { email, password } }));
    expect(first).toEqual({ challenge: expect.objectContaining({ method: 'app' }) as object });
    const body = { challengeToken: first.challenge?.challengeToken as string, code };
    const asUser = await e2e.anonymous.POST('/v1/auth/2fa/verify', { body });
    expectProblem(asUser, 'SECOND_FACTOR_INVALID');
    const { token } = await unwrap(e2e.anonymous.POST('/v1/admin/auth/2fa/verify', { body }));
    expect(await unwrap(e2e.as(token).GET('/v1/admin/me'))).toMatchObject({ email });
    expectProblem(await e2e.anonymous.POST('/v1/admin/auth/2fa/verify', { body }), 'SECOND_FACTOR_INVALID');
  });

  it('A-44 is all that an operator without it reaches while the setting is on, at once', async () => {
    const { client } = await newOperator(e2e, 'super_admin');
    await unwrap(client.GET('/v1/admin/me'));
    const refused: string[] = [];
    const keeper = await inTwoSteps();
    const need = async (operatorsNeedTwoFactor: boolean) =>
      unwrap(keeper.PUT('/v1/admin/security-settings', { body: { operatorsNeedTwoFactor } }));
    await need(true);
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
      await need(false);
    }
    await unwrap(client.GET('/v1/admin/me'));
  });
});
