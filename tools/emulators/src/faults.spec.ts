import { Application, bearer, startWithCallback, type Tokens } from './testing/client.fixture.js';
import type { SignInName } from './oauth/rules.js';
import type { Emulators } from './start-emulators.js';

interface Case {
  platform: SignInName;
  paths: { authorize: string; token: string };
  scope: string;
  /** The route that returns the person of a token with this scope. */
  profile: string;
  profileRoute: string;
  /** A header of its limits. */
  header: string;
  statusWithoutScope: number;
}

const CASES: readonly Case[] = [
  {
    platform: 'oauth_idp',
    paths: { authorize: 'idp/authorize', token: 'idp/token' },
    scope: 'openid',
    profile: 'idp/userinfo',
    profileRoute: 'user',
    header: 'retry-after',
    statusWithoutScope: 403,
  },
  {
    platform: 'microblog',
    paths: { authorize: 'x.com/i/oauth2/authorize', token: 'api.x.com/2/oauth2/token' },
    scope: 'users.read tweet.read',
    profile: 'api.x.com/2/users/me',
    profileRoute: 'user',
    header: 'x-rate-limit-reset',
    statusWithoutScope: 403,
  },
  {
    platform: 'codehost',
    paths: { authorize: 'github.com/login/oauth/authorize', token: 'github.com/login/oauth/access_token' },
    scope: 'user:email',
    profile: 'api.github.com/user/emails',
    profileRoute: 'emails',
    header: 'x-ratelimit-reset',
    statusWithoutScope: 404,
  },
  {
    platform: 'chatcomm',
    paths: { authorize: 'discord.com/oauth2/authorize', token: 'discord.com/api/oauth2/token' },
    scope: 'identify',
    profile: 'discord.com/api/v10/users/@me',
    profileRoute: 'user',
    header: 'x-ratelimit-reset-after',
    statusWithoutScope: 403,
  },
  {
    platform: 'videosite',
    paths: { authorize: 'accounts.google.com/o/oauth2/v2/auth', token: 'oauth2.googleapis.com/token' },
    scope: 'https://www.googleapis.com/auth/youtube.readonly',
    profile: 'www.googleapis.com/youtube/v3/channels?part=id&mine=true',
    profileRoute: 'channels',
    header: 'retry-after',
    statusWithoutScope: 403,
  },
];

describe('a fault that is ordered', () => {
  let emulators: Emulators;

  beforeAll(async () => {
    emulators = await startWithCallback();
  });
  afterAll(() => emulators.stop());
  beforeEach(() => emulators.clearFaults());

  const order = async (body: unknown): Promise<number> => {
    const answer = await fetch(`${emulators.url}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.status;
  };

  describe.each(CASES)(
    'of $platform',
    ({ platform, paths, scope, profile, profileRoute, header, statusWithoutScope }) => {
      let app: Application;

      beforeEach(() => {
        app = new Application(emulators, platform, paths);
      });

      /** Both methods of client authentication; each platform uses its own. */
      const exchange = async (more: Record<string, string> = {}): Promise<Response> =>
        await app.exchange(
          await app.code({ scope, login_hint: 'earner-9', ...more }),
          { client_id: app.id, client_secret: app.secret },
          { accept: 'application/json', ...(platform === 'codehost' ? {} : { authorization: app.basic }) },
        );
      const token = async (): Promise<string> => ((await (await exchange()).json()) as Tokens).access_token;
      const ask = (access: string) => app.fetch(profile, { headers: bearer(access) });

      it.each([
        ['rate_limited', 429],
        ['forbidden', 403],
        ['outage', 503],
      ])('answers the ordered number of requests with %s, and no more', async (kind, status) => {
        const access = await token();
        expect(await order({ platform, kind, times: 2 })).toBe(204);
        const answers = [await ask(access), await ask(access), await ask(access)];
        expect(answers.map((answer) => answer.status)).toEqual([status, status, 200]);
        if (status === 429) expect(answers[0]?.headers.get(header)).toMatch(/^\d+$/);
      });

      it('breaks off in the middle of an answer, or never answers', async () => {
        const access = await token();
        await order({ platform, kind: 'invalid_json' });
        await expect((await ask(access)).json()).rejects.toThrow('JSON');
        await order({ platform, kind: 'hang' });
        const signal = AbortSignal.timeout(100);
        await expect(app.fetch(profile, { headers: bearer(access), signal })).rejects.toThrow('timeout');
      });

      it('meets the route it names, and people who sign in only by its name', async () => {
        await order({ platform, kind: 'outage', route: 'token' });
        expect((await exchange()).status).toBe(503);
        await order({ platform, kind: 'outage' });
        expect((await app.authorize({ scope, login_hint: 'verified' })).status).toBe(302);
        emulators.clearFaults();
        await order({ platform, kind: 'outage', route: 'authorize' });
        expect((await app.authorize({ scope, login_hint: 'verified' })).status).toBe(503);
      });

      it.each(['revoked_token', 'expired_token'])('ends a token for good by %s', async (kind) => {
        const access = await token();
        await order({ platform, kind, route: profileRoute });
        expect([(await ask(access)).status, (await ask(access)).status]).toEqual([401, 401]);
        expect((await ask(await token())).status).toBe(200);
      });

      it('withdraws a scope, from a token or during the consent', async () => {
        const access = await token();
        await order({ platform, kind: 'missing_scope', route: profileRoute });
        expect([(await ask(access)).status, (await ask(access)).status]).toEqual([
          statusWithoutScope,
          statusWithoutScope,
        ]);
        await order({ platform, kind: 'missing_scope', route: 'authorize' });
        const { scope: granted, access_token: narrow } = (await (await exchange()).json()) as Tokens;
        expect(granted).not.toContain(scope.split(' ').at(-1));
        expect((await ask(narrow)).status).toBe(statusWithoutScope);
      });

      it('gives tokens of another lifetime', async () => {
        await order({ platform, kind: 'lifetime', seconds: 7 });
        await expect((await exchange()).json()).resolves.toMatchObject({ expires_in: 7 });
      });
    },
  );

  it('returns an address as unverified', async () => {
    const app = new Application(emulators, 'chatcomm', CASES[3]!.paths);
    const code = await app.code({ scope: 'identify email', login_hint: 'verified' });
    const tokens = (await (await app.exchange(code, {}, { authorization: app.basic })).json()) as Tokens;
    await order({ platform: 'chatcomm', kind: 'unverified_email' });
    const me = () => app.fetch('discord.com/api/v10/users/@me', { headers: bearer(tokens.access_token) });
    await expect((await me()).json()).resolves.toMatchObject({ verified: false });
    await expect((await me()).json()).resolves.toMatchObject({ verified: true });
  });

  it('refuses to refresh with a token that it revokes', async () => {
    const app = new Application(emulators, 'chatcomm', CASES[3]!.paths);
    const code = await app.code({ scope: 'identify', login_hint: 'verified' });
    const tokens = (await (await app.exchange(code, {}, { authorization: app.basic })).json()) as Tokens;
    await order({ platform: 'chatcomm', kind: 'revoked_token', route: 'token' });
    const refused = await app.refresh(tokens.refresh_token ?? '', { authorization: app.basic });
    expect([refused.status, await refused.json()]).toEqual([400, { error: 'invalid_grant' }]);
  });

  it('is refused when no platform has it', async () => {
    expect(await order({ platform: 'elsewhere', kind: 'outage' })).toBe(400);
    expect(await order({ platform: 'microblog', kind: 'wrong_issuer' })).toBe(400);
    expect(await order({ platform: 'microblog', kind: 'outage', route: 'elsewhere' })).toBe(400);
    expect(() => emulators.arm('microblog', { kind: 'wrong_issuer' })).toThrow(
      'There is no fault wrong_issuer, but hang',
    );
    expect(await order({ platform: 'microblog', kind: 'outage', times: 0 })).toBe(400);
    expect(await order({ platform: 'microblog', kind: 'outage', surplus: 1 })).toBe(400);
  });

  it('is forgotten with all others', async () => {
    await order({ platform: 'videosite', kind: 'outage', times: 5 });
    await fetch(`${emulators.url}/control/faults`, { method: 'DELETE' });
    expect((await fetch(`${emulators.url}/${CASES[4]!.profile}`)).status).toBe(403);
  });

  it('ends hanging requests when the emulators stop', async () => {
    const others = await startWithCallback();
    others.arm('oauth_idp', { kind: 'hang' });
    const waiting = fetch(`${others.url}/idp/jwks`).then(
      () => 'answered',
      () => 'broken off',
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await others.stop();
    await expect(waiting).resolves.toBe('broken off');
  });
});
