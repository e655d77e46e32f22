import { askForPasswordCode, askForSignInCode } from '@questp/messages';
import { sql } from '@questp/postgres';
import { CLIENT, newEmail, refusal, startIdentity, tally, type TestIdentity } from '../identity.fixture.js';
import { SECRET, startSiteverify } from './siteverify.fixture.js';

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

  it('lets through who solved a challenge on a page of ours, for what it is used for', async () => {
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

  it('A-46 takes a token once, of 20 requests at once', async () => {
    const token = solve();
    const asked = Array.from({ length: 20 }, () => ask(token));
    expect(await tally(asked)).toEqual({ ok: 1, BOT_CHECK_FAILED: 19 });
  });

  it('leaves a token unused when the address is none', async () => {
    const token = solve();
    expect(await refusal(ask(token, 'a@b.org.'))).toBe('VALIDATION_FAILED');
    await expect(ask(token)).resolves.toMatchObject({});
  });

  it('asks for the page alone where the provider tells no action', async () => {
    await expect(ask(siteverify.solve({ hostname: HOSTNAME }), newEmail(), byOther)).resolves.toMatchObject({});
    expect(await refusal(ask(siteverify.solve({ hostname: 'evil.example' }), newEmail(), byOther))).toBe(
      'BOT_CHECK_FAILED',
    );
  });

  it.each([
    ['fails', (response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end()],
    ['answers no JSON', (response: { end(body: string): void }) => response.end('<html>')],
    ['hangs', () => undefined],
  ])('A-46 lets nobody through while the provider %s', async (_what, answer) => {
    siteverify.state.answer = answer as typeof siteverify.state.answer;
    expect(await refusal(ask(solve()))).toBe('SERVICE_UNAVAILABLE');
  });

  it('A-46 does not start without its secret, or without pages', async () => {
    for (const env of [{ BOT_CHECK_SECRET: SECRET }, { BOT_CHECK_HOSTNAMES: HOSTNAME }]) {
      await expect(startIdentity({ ...env, BOT_CHECK: 'turnstile' }, identity)).rejects.toThrow('BOT_CHECK needs');
    }
  });
});
