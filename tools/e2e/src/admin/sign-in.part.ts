import { randomBytes } from 'node:crypto';
import { newOperator } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { parallel, tally } from '../support/parallel.js';
import { login, newEmail } from './stage.fixture.js';

describe('Operator sign-in', () => {
  it('gives a token of its own family, which reaches the operator', async () => {
    await e2e.superAdmin();
    const { email, password } = e2e.platform.admin;
    const { data, response } = await login(email, password);

    expect({ status: response.status, data }).toMatchObject({
      status: 200,
      data: {
        token: expect.stringMatching(/^svca_[A-Za-z0-9_-]{43}$/) as string,
        admin: { email, role: 'super_admin', mustChangePassword: false, status: 'active' },
      },
    });
    expect(await unwrap(e2e.as(data?.token as string).GET('/v1/admin/me'))).toMatchObject({ email });
  });

  it.each([
    ['upper case', (email: string) => email.toUpperCase()],
    ['spaces around', (email: string) => `  ${email} `],
  ])('knows an e-mail address in %s or refuses its form, and never another account', async (_what, change) => {
    const { email, password } = e2e.platform.admin;
    const { response } = await login(change(email), password);

    expect([200, 400]).toContain(response.status);
  });

  it('A-40 answers alike in form and time for a wrong password, an unknown and a suspended account', async () => {
    const superAdmin = await e2e.superAdmin();
    const bodies = new Set<string>();
    const longestToShortest = async () => {
      const suspended = await newOperator(e2e, 'platform_moderator');
      const params = { path: { adminId: suspended.admin.id } };
      await unwrap(superAdmin.PATCH('/v1/admin/admins/{adminId}', { params, body: { status: 'suspended' } }));
      const active = await newOperator(e2e, 'platform_moderator');
      const cases: [string, string][] = [
        [active.email, 'wrong password'],
        [newEmail(), 'wrong password'],
        [suspended.email, suspended.password],
      ];
      const shortest = cases.map(() => Infinity);
      for (let round = 0; round < 7; round += 1) {
        for (const [index, [email, password]] of cases.entries()) {
          const started = performance.now();
          const answer = await login(email, password);
          shortest[index] = Math.min(shortest[index] as number, performance.now() - started);
          bodies.add(JSON.stringify({ ...expectProblem(answer, 'CREDENTIALS_INVALID'), requestId: '' }));
        }
      }
      return Math.max(...shortest) / Math.min(...shortest);
    };
    // A password hash takes tens of milliseconds: without it the ratio would be far higher, whatever the load.
    await waitFor(async () => (await longestToShortest()) < 3, { what: 'answers that take alike long' });
    expect(bodies.size).toBe(1);
  });

  it.each([
    ['an account', async () => (await newOperator(e2e, 'platform_moderator')).email],
    ['an address nobody has', () => Promise.resolve(newEmail())],
  ])('limits the sign-in to %s to 10 wrong passwords, however many come at once', async (_what, emailOf) => {
    const email = await emailOf();

    const answers = await parallel(20, () => login(email, 'wrong password'));

    expect(tally(answers)).toEqual({ '401 CREDENTIALS_INVALID': 10, '429 SIGN_IN_LOCKED': 10 });
    const locked = answers.find(({ response }) => response.status === 429)?.response;
    expect(Number(locked?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('refuses the address of ten wrong passwords, and takes the right one from it later', async () => {
    const { email, password } = await newOperator(e2e, 'platform_moderator');
    await parallel(10, () => login(email, 'wrong password'));

    expectProblem(await login(email, password), 'SIGN_IN_LOCKED');
    await e2e.sql(
      `UPDATE identity.credential_attempt SET locked_until = locked_until - interval '15 minutes',
        attempted_at = ARRAY(SELECT at - interval '15 minutes' FROM unnest(attempted_at) AS at)
      WHERE locked_until IS NOT NULL`,
    );
    expect((await login(email, password)).response.status).toBe(200);
  });

  it('lets an operator in from a device of before while strangers lock the account, over both gateways', async () => {
    const { email, password } = await newOperator(e2e, 'platform_moderator');
    const { deviceToken } = await unwrap(login(email, password));
    await parallel(12, () => login(email, 'wrong password'));

    expectProblem(await login(email, password), 'SIGN_IN_LOCKED');
    for (let round = 0; round < 2; round += 1) {
      const body = { email, password, deviceToken: deviceToken as string };
      expect((await e2e.anonymous.POST('/v1/admin/auth/login', { body })).response.status).toBe(200);
    }
  });

  it.each([
    ['a megabyte', 'x'.repeat(1_000_000), 'PAYLOAD_TOO_LARGE'],
    ['2000 characters', 'x'.repeat(2_000), 'VALIDATION_FAILED'],
    ['NUL', 'a\0b', 'VALIDATION_FAILED'],
    ['nothing', '', 'VALIDATION_FAILED'],
  ] as const)('A-41 refuses a password of %s for its form', async (_what, password, code) => {
    expectProblem(await login(e2e.platform.admin.email, password), code);
  });

  it('A-41 tells passwords apart beyond 72 bytes', async () => {
    const { client, email, password } = await newOperator(e2e, 'platform_moderator');
    const long = randomBytes(45).toString('base64url').padEnd(100, '0');
    const body = { currentPassword: password, newPassword: `${long}a` };
    await unwrap(client.PUT('/v1/admin/me/password', { body }));

    expectProblem(await login(email, `${long}b`), 'CREDENTIALS_INVALID');
    expect((await login(email, `${long}a`)).response.status).toBe(200);
  });
});
