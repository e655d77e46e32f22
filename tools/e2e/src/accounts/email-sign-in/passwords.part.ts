import { emailProof, newAddress, opened, passwordProof } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { mailbox } from '../../support/mailbox.js';
import { e2e } from '../../support/one-platform.fixture.js';

const PASSWORD = 'silver-meadow-77';
const OTHER = 'violet-harbour-42';

describe('Passwords of users', () => {
  const set = async (email: string, password: string) => {
    const body = { ...(await passwordProof(e2e.anonymous, mailbox, email)), password };
    return e2e.anonymous.POST('/v1/auth/password/verify', { body });
  };
  const signIn = (email: string, password: string) =>
    e2e.anonymous.POST('/v1/auth/password/sign-in', { body: { email, password } });
  const account = (token: string) => e2e.as(token).GET('/v1/users/me');

  it('sign up, sign in, and are reset by a code that ends every session at once', async () => {
    const email = newAddress();
    const { token, user } = opened(await unwrap(set(email, PASSWORD)));
    const other = opened(await unwrap(signIn(email, PASSWORD)));
    expect(other.user.id).toBe(user.id);

    const reset = opened(await unwrap(set(email, OTHER)));
    expectProblem(await account(token), 'UNAUTHENTICATED');
    expectProblem(await account(other.token), 'UNAUTHENTICATED');
    expect((await account(reset.token)).response.status).toBe(200);
    expectProblem(await signIn(email, PASSWORD), 'CREDENTIALS_INVALID');
    expect(opened(await unwrap(signIn(email, OTHER))).user.id).toBe(user.id);
    expect(await mailbox.newest(email, /^Your password was set$/)).toBeDefined();
  });

  it('are changed by whoever signed in just now, whose other sessions end', async () => {
    const email = newAddress();
    const before = opened(await unwrap(set(email, PASSWORD)));
    const { token } = opened(await unwrap(signIn(email, PASSWORD)));
    await unwrap(e2e.as(token).PUT('/v1/users/me/password', { body: { password: OTHER } }));
    expectProblem(await account(before.token), 'UNAUTHENTICATED');
    expect((await account(token)).response.status).toBe(200);
    await unwrap(signIn(email, OTHER));
  });

  it('A-61 of whoever asked first are nowhere in the account of the owner of the address', async () => {
    const email = newAddress();
    const attackers = await passwordProof(e2e.anonymous, mailbox, email);
    const body = await emailProof(e2e.anonymous, mailbox, email);
    await unwrap(e2e.anonymous.POST('/v1/auth/email/verify', { body }));
    const late = await e2e.anonymous.POST('/v1/auth/password/verify', { body: { ...attackers, password: PASSWORD } });
    expectProblem(late, 'EMAIL_CODE_INVALID');
    expectProblem(await signIn(email, PASSWORD), 'CREDENTIALS_INVALID');
  });

  it.each(['short', 'passwordpassword'])('are not set to %s', async (password) => {
    expectProblem(await set(newAddress(), password), 'VALIDATION_FAILED');
  });
});
