import { type Body, type Caller, newOperator, type Operator, operatorSignIn } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { io } from 'socket.io-client';
import { expectAnyProblem, expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { fill, operations, shownOf } from '../support/open-api.js';
import { mailbox } from '../support/mailbox.js';
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

  /** Runs `work` while all operators, or only super admins, need a second factor. */
  async function whileNeeded(
    work: () => Promise<void>,
    settings: Body<'adminSetSecuritySettings'> = { operatorsNeedTwoFactor: true },
  ): Promise<void> {
    const keeper = await inTwoSteps(await newOperator(e2e, 'super_admin'));
    const set = async (body: Body<'adminSetSecuritySettings'>) =>
      unwrap(keeper.PUT('/v1/admin/security-settings', { body }));
    await set(settings);
    try {
      await work();
    } finally {
      await set({ superAdminsNeedTwoFactor: false, operatorsNeedTwoFactor: false });
    }
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

  it('is reset by another super admin, which ends sessions and sockets at once and is told by mail', async () => {
    const operator = await newOperator(e2e, 'platform_moderator');
    const { email, password } = operator;
    const before = await inTwoSteps(operator);
    const socket = io(`${e2e.gatewayUrls[0]}/v1/realtime/admin`, {
      ...{ transports: ['websocket'], reconnection: false, forceNew: true },
      auth: { token: before.token },
    });
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    const params = { path: { adminId: operator.admin.id } };
    const resetBy = ({ client }: Operator) => client.DELETE('/v1/admin/admins/{adminId}/2fa', { params });

    expectProblem(await resetBy(await newOperator(e2e, 'platform_moderator')), 'FORBIDDEN');
    expect((await resetBy(await newOperator(e2e, 'super_admin'))).response.status).toBe(204);
    expectProblem(await before.GET('/v1/admin/me'), 'UNAUTHENTICATED');
    await closed;
    const isReset = ({ subject }: { subject: string }) => subject === 'Your two-factor sign-in was reset';
    await waitFor(async () => (await mailbox.to(email)).some(isReset), { what: 'the mail of the reset' });

    const after = await operatorSignIn(e2e.gateways, { email, password });
    await unwrap(after.GET('/v1/admin/users'));
    await whileNeeded(async () => {
      expectProblem(await after.GET('/v1/admin/users'), 'TWO_FACTOR_REQUIRED');
      expect(await unwrap(after.GET('/v1/admin/me/2fa'))).toMatchObject({ method: null, recoveryCodesLeft: 0 });
    });
  });

  it('A-44 is asked of super admins alone where that is set', async () => {
    const [superAdmin, moderator] = [
      await newOperator(e2e, 'super_admin'),
      await newOperator(e2e, 'platform_moderator'),
    ];
    const only = { superAdminsNeedTwoFactor: true, operatorsNeedTwoFactor: false };
    await whileNeeded(async () => {
      expectProblem(await superAdmin.client.GET('/v1/admin/users'), 'TWO_FACTOR_REQUIRED');
      await unwrap(superAdmin.client.GET('/v1/admin/me/2fa'));
      await unwrap(moderator.client.GET('/v1/admin/users'));
    }, only);
    await unwrap(superAdmin.client.GET('/v1/admin/users'));
  });

  it('A-44 is all that an operator without it reaches while the setting is on, at once', async () => {
    const { client } = await newOperator(e2e, 'super_admin');
    await unwrap(client.GET('/v1/admin/me'));
    const refused: string[] = [];
    await whileNeeded(async () => {
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
    });
    await unwrap(client.GET('/v1/admin/me'));
  });
});
