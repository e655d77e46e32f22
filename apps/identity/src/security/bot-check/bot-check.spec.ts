import {
  askForPasswordCode,
  askForSignInCode,
  createAdmin,
  setPasswordByCode,
  signInAdmin,
  signInWithPassword,
} from '@questp/messages/identity';
import { sql } from '@questp/postgres';
import {
  CLIENT,
  newEmail,
  proofOf,
  refusal,
  startIdentity,
  tally,
  type TestIdentity,
} from '../../testing/identity.fixture.js';
import { SECRET, startSiteverify } from '../../testing/siteverify.fixture.js';

const HOSTNAME = 'quests.example.org';

describe('the check against bots', () => {
  let siteverify: Awaited<ReturnType<typeof startSiteverify>>;
  let identity: TestIdentity;
  let byOther: TestIdentity;
  beforeAll(async () => {
    siteverify = await startSiteverify();
    const env = {
      BOT_CHECK_URL: siteverify.url,
      BOT_CHECK_SECRET: SECRET,
      BOT_CHECK_HOSTNAMES: `${HOSTNAME},studio.x`,
    };
    identity = await startIdentity({ ...env, BOT_CHECK: 'turnstile' });
    byOther = await startIdentity({ ...env, BOT_CHECK: 'hcaptcha' });
  });
  afterAll(async () => {
    await Promise.all([identity.stop(), byOther.stop()]);
    await siteverify.stop();
  });
  afterEach(() => {
    delete siteverify.state.answer;
  });

  const ask = (botToken?: string, email = newEmail(), on = identity) =>
    on.call(askForSignInCode, { email, client: CLIENT, ...(botToken !== undefined && { botToken }) });
  const solve = (action = 'sign_in', hostname = HOSTNAME) => siteverify.solve({ hostname, action });

  it('accepts a challenge solved on an allowed page for the right action', async () => {
    const token = solve();
    await expect(ask(token)).resolves.toMatchObject({ challengeId: expect.any(String) as string });
    expect(siteverify.asked.at(-1)).toEqual({ secret: SECRET, response: token, remoteip: CLIENT.ip });
    const forPassword = { email: newEmail(), client: CLIENT, botToken: solve('password', 'studio.x') };
    await expect(identity.call(askForPasswordCode, forPassword)).resolves.toMatchObject({});
  });

  it.each([
    ['missing', () => undefined],
    ['unknown', () => 'somebody-made-this-up'],
    ['for another action', () => solve('password')],
    ['without an action', () => siteverify.solve({ hostname: HOSTNAME })],
    ['of a page of others', () => solve('sign_in', 'quests.example.org.evil.example')],
  ])('A-46 refuses a token that is %s, and mails nothing', async (_what, token) => {
    const email = newEmail();
    expect(await refusal(ask(token(), email))).toBe('BOT_CHECK_FAILED');
    expect(await identity.db.row(sql`SELECT FROM email_challenge WHERE email = ${email}`)).toBeUndefined();
    expect(await identity.db.row(sql`SELECT FROM mail_order WHERE recipient = ${email}`)).toBeUndefined();
  });

  it('A-46 accepts a token once in 20 parallel requests', async () => {
    const token = solve();
    const asked = Array.from({ length: 20 }, () => ask(token));
    expect(await tally(asked)).toEqual({ ok: 1, BOT_CHECK_FAILED: 19 });
  });

  it('leaves a token unused when the address is none', async () => {
    const token = solve();
    expect(await refusal(ask(token, 'a@b.org.'))).toBe('VALIDATION_FAILED');
    await expect(ask(token)).resolves.toMatchObject({});
  });

  it('checks only the page where the provider names no action', async () => {
    await expect(ask(siteverify.solve({ hostname: HOSTNAME }), newEmail(), byOther)).resolves.toMatchObject({});
    expect(await refusal(ask(siteverify.solve({ hostname: 'evil.example' }), newEmail(), byOther))).toBe(
      'BOT_CHECK_FAILED',
    );
  });

  it.each([
    ['fails', (response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end()],
    ['answers no JSON', (response: { end(body: string): void }) => response.end('<html>')],
    [
      'nests its answer too deeply',
      (response: { end(body: string): void }) =>
        response.end(`{"success":true,"hostname":"${HOSTNAME}","extra":${'['.repeat(7_000)}${']'.repeat(7_000)}}`),
    ],
    ['hangs', () => undefined],
  ])('A-46 rejects every CAPTCHA while the provider %s', async (_what, answer) => {
    siteverify.state.answer = answer as typeof siteverify.state.answer;
    expect(await refusal(ask(solve()))).toBe('SERVICE_UNAVAILABLE');
  });

  describe.each([
    ['user', 'silver-meadow-77'],
    ['operator', ''],
  ] as const)('of a password of a %s', (family, chosen) => {
    const contract = family === 'user' ? signInWithPassword : signInAdmin;
    /** Each request comes from a different network by default. */
    let networks = 0;
    const elsewhere = () => `2001:db8:${family === 'user' ? 1 : 2}:${(networks += 1).toString(16)}::1`;
    const account = async () => {
      const email = newEmail();
      if (family === 'operator') {
        const actingAdminId = `svcadmin_${'0'.repeat(32)}`;
        const made = await identity.call(createAdmin, { email, role: 'platform_moderator', actingAdminId });
        return { email, password: made.initialPassword as string };
      }
      const { challengeId } = await identity.call(askForPasswordCode, {
        ...{ email, client: CLIENT, botToken: solve('password') },
      });
      const proof = await proofOf(identity, email, challengeId);
      await identity.call(setPasswordByCode, { ...proof, password: chosen, client: CLIENT });
      return { email, password: chosen };
    };
    const signIn = (email: string, password: string, { ip = elsewhere(), ...more }: Partial<Sent> = {}) =>
      identity.call(contract, { email, password, client: { ...CLIENT, ip }, ...more });
    interface Sent {
      ip: string;
      botToken: string;
      deviceToken: string;
    }
    const wrong = async (count: number, email: string, ip?: string) => {
      for (let tried = 0; tried < count; tried += 1) {
        const guess = signIn(email, 'wrong password', ip === undefined ? {} : { ip });
        expect(await refusal(guess)).toBe('CREDENTIALS_INVALID');
      }
    };

    it('is asked for after three wrong ones for the account, wherever they came from', async () => {
      const { email, password } = await account();
      await wrong(3, email);
      expect(await refusal(signIn(email, password))).toBe('BOT_CHECK_REQUIRED');
      expect(await refusal(signIn(email, password, { botToken: solve('password') }))).toBe('BOT_CHECK_FAILED');
      await expect(signIn(email, password, { botToken: solve() })).resolves.toMatchObject({
        token: expect.any(String) as string,
      });
    });

    it('is asked for after three wrong ones from a network, whichever accounts they were for', async () => {
      const ip = elsewhere();
      const { email, password } = await account();
      for (const other of [newEmail(), newEmail(), newEmail()]) await wrong(1, other, ip);
      expect(await refusal(signIn(email, password, { ip }))).toBe('BOT_CHECK_REQUIRED');
      expect(await refusal(signIn(newEmail(), password, { ip }))).toBe('BOT_CHECK_REQUIRED');
      await expect(signIn(email, password)).resolves.toMatchObject({ token: expect.any(String) as string });
    });

    it('admits three of 20 parallel wrong attempts, from one network and from 20', async () => {
      const ip = elsewhere();
      const expected = { CREDENTIALS_INVALID: 3, BOT_CHECK_REQUIRED: 17 };
      const { email } = await account();
      const fromOne = Array.from({ length: 20 }, () => signIn(newEmail(), 'wrong password', { ip }));
      expect(await tally(fromOne)).toEqual(expected);
      expect(await tally(Array.from({ length: 20 }, () => signIn(email, 'wrong password')))).toEqual(expected);
    });

    it('counts no right ones and none that it refused, for 15 minutes', async () => {
      const ip = elsewhere();
      const { email, password } = await account();
      await wrong(2, email, ip);
      for (let again = 0; again < 3; again += 1) await signIn(email, password, { ip });
      await wrong(1, email, ip);
      for (let again = 0; again < 3; again += 1) {
        expect(await refusal(signIn(email, password, { ip }))).toBe('BOT_CHECK_REQUIRED');
      }
      await identity.db.execute(sql`
        UPDATE credential_attempt SET attempted_at[1] = now() - interval '15 minutes 1 second'
        WHERE cardinality(attempted_at) = 3`);
      await signIn(email, password, { ip });
    });

    it('consumes no token where none is required, and one token once in 20 parallel requests', async () => {
      const { email, password } = await account();
      const botToken = solve();
      await signIn(email, password, { botToken });
      await wrong(3, email);
      const tries = Array.from({ length: 20 }, () => signIn(email, password, { botToken }));
      expect(await tally(tries)).toEqual({ ok: 1, BOT_CHECK_FAILED: 19 });
    });

    it('keeps the limit of wrong passwords, and returns it before a CAPTCHA is solved', async () => {
      const ip = elsewhere();
      const { email, password } = await account();
      for (let tried = 0; tried < 10; tried += 1) {
        const guess = signIn(email, 'wrong password', { ip, botToken: solve() });
        expect(await refusal(guess)).toBe('CREDENTIALS_INVALID');
      }
      expect(await refusal(signIn(email, password, { ip }))).toBe('SIGN_IN_LOCKED');
    });
  });

  it('is not asked of an operator who comes from a known device', async () => {
    const email = newEmail();
    const actingAdminId = `svcadmin_${'0'.repeat(32)}`;
    const made = await identity.call(createAdmin, { email, role: 'platform_moderator', actingAdminId });
    const signIn = (password: string, more: { deviceToken?: string } = {}) =>
      identity.call(signInAdmin, { email, password, client: { ...CLIENT, ip: '198.51.100.77' }, ...more });
    const { deviceToken } = await signIn(made.initialPassword as string);
    for (let tried = 0; tried < 3; tried += 1)
      expect(await refusal(signIn('wrong password'))).toBe('CREDENTIALS_INVALID');
    expect(await refusal(signIn(made.initialPassword as string))).toBe('BOT_CHECK_REQUIRED');
    const known = signIn(made.initialPassword as string, { deviceToken: deviceToken as string });
    await expect(known).resolves.toMatchObject({ admin: { email } });
  });

  it('A-46 does not start without its secret, or without pages', async () => {
    for (const env of [{ BOT_CHECK_SECRET: SECRET }, { BOT_CHECK_HOSTNAMES: HOSTNAME }]) {
      await expect(startIdentity({ ...env, BOT_CHECK: 'turnstile' }, identity)).rejects.toThrow('BOT_CHECK needs');
    }
  });
});
