import { randomUUID } from 'node:crypto';
import { BOTS, startEmulators, type Emulators } from '@questp/emulators';
import type { ProjectRole } from '@questp/messages/access';
import {
  connectByOAuth,
  connectMessengerBot,
  listProjectConnections,
  redeemOAuthCode,
  removeProjectConnection,
  startProjectConnection,
  testProjectConnection,
  type OAuthConnectionProvider,
} from '@questp/messages/integrations';
import type { AppError, ErrorCode } from '@questp/messages/language';
import { getProjectRole, listMessageChannels } from '@questp/messages/quests';
import type { EventType, EventTypes } from '@questp/messages/tables';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { parseMasterKeys, rewrap, Vault } from '@questp/vault';
import { PLATFORMS } from '../platforms/index.js';
import { sealedTables } from '../sealed-tables.js';
import { Browser } from '../testing/browser.fixture.js';
import { GiveBackGrants } from '../oauth/give-back-grants.js';
import { integrations } from '../service.js';
import { ProjectEvents } from './project-events.js';

const [K1, K2] = [newMasterKey('k1'), newMasterKey('k2')];
const STUDIO_URL = 'https://studio.example.org';
const aUser = () => `svcuser_${randomUUID().replaceAll('-', '')}`;
const refusal = (promise: Promise<unknown>): Promise<ErrorCode | 'none'> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error as AppError).code,
  );

/** A project, and an admin of it with a session. */
class Team {
  readonly projectId = randomUUID();
  readonly userId = aUser();
  readonly sessionId = randomUUID();

  /** Without the session. */
  get member() {
    const { projectId, userId } = this;
    return { projectId, userId };
  }
}

describe('connections of a project, at the emulated platforms', () => {
  let emulators: Emulators;
  let service: TestService<object>;
  /** By user and project. */
  const roles = new Map<string, ProjectRole>();
  const aTeam = () => {
    const team = new Team();
    roles.set(`${team.userId} ${team.projectId}`, 'project_admin');
    return team;
  };
  const call: ConstructorParameters<typeof Browser>[0] = (contract, request) => service.call(contract, request);

  beforeAll(async () => {
    emulators = await startEmulators();
    for (const provider of ['codehost', 'chatcomm'] as const) {
      emulators.allowRedirect(provider, `https://api.example.org/v1/auth/oauth/callback/${provider}`);
    }
    const env = {
      ...emulators.environment,
      ...{ APP_URL: 'https://quests.example.org', STUDIO_URL, PUBLIC_URL: 'https://api.example.org' },
      ...{ FILES_DIR: '/tmp', MASTER_KEYS: `${K1},${K2}` },
    };
    service = await startTestService(integrations, { env });
    service.bus.answer(listMessageChannels, () => ({ channelIds: [] }));
    service.bus.answer(getProjectRole, ({ userId, projectId }) => ({
      role: roles.get(`${userId} ${projectId}`) ?? null,
    }));
    await service.get(GiveBackGrants).beforeApplicationShutdown();
  }, 60_000);
  afterEach(() => emulators.clearFaults());
  afterAll(async () => {
    await service.stop();
    await emulators.stop();
  });

  /** Up to the code that the studio gets. */
  const agreed = async (team: Team, provider: OAuthConnectionProvider, parameters: Record<string, string>) => {
    const browser = new Browser(call, provider);
    const { challenge } = browser.app;
    const location = await browser.follow(await call(startProjectConnection, { ...team, provider, challenge }));
    const address = await browser.finish(await browser.agree(location, { login_hint: 'earner-1', ...parameters }));
    const { verifier } = browser.app;
    return { ...team, provider, address, code: address.searchParams.get('code') ?? '', verifier };
  };
  const connect = async (team: Team, provider: OAuthConnectionProvider, parameters: Record<string, string> = {}) => {
    const { address: _, ...request } = await agreed(team, provider, parameters);
    return call(connectByOAuth, request);
  };
  const list = async ({ projectId }: Team) => (await call(listProjectConnections, { projectId })).items;
  const deliver = <T extends EventType>(type: T, data: EventTypes[T]) => service.deliver(ProjectEvents, type, data);
  const left = (member: { projectId: string; userId: string }) =>
    deliver('project.member_removed', { ...member, projectName: 'Moon' });
  const changes = ({ projectId }: Team) => service.events('project.integration_changed', projectId);
  const grantStates = () =>
    service.db.rows<{ state: string }>(sql`SELECT state FROM oauth_grant WHERE state <> 'offered' ORDER BY id`);

  describe('by a browser', () => {
    it('requests public repositories from the code host, and a bot that reads from the chat server', async () => {
      const asked = async (provider: OAuthConnectionProvider) => {
        const browser = new Browser(call, provider);
        const { challenge } = browser.app;
        const started = await call(startProjectConnection, { ...aTeam(), provider, challenge });
        return Object.fromEntries(new URL(await browser.follow(started)).searchParams);
      };
      expect(await asked('codehost')).toMatchObject({
        scope: 'read:user admin:repo_hook',
        code_challenge_method: 'S256',
        redirect_uri: 'https://api.example.org/v1/auth/oauth/callback/codehost',
      });
      expect(await asked('chatcomm')).toMatchObject({ scope: 'bot', permissions: '66560' });
    });

    it('redirects to the studio with a code that connects the chosen account or server', async () => {
      const team = aTeam();
      const { address } = await agreed(team, 'codehost', {});
      expect(address.href).toMatch(/^https:\/\/studio\.example\.org\/account\/link\?code=[\w-]{43}$/);
      const account = await connect(team, 'codehost');
      const server = await connect(team, 'chatcomm', { guild_id: '1300000000000000002' });
      expect(account).toMatchObject({ provider: 'codehost', state: 'connected', connectedBy: team.userId });
      expect(server).toMatchObject({ accountId: '1300000000000000002', name: 'Second server' });
      expect(await list(team)).toEqual([server, account]);
      expect(await changes(team)).toEqual(
        [account, server].map(({ provider, accountId, name }) => ({
          projectId: team.projectId,
          action: 'connection.added',
          details: { provider, accountId, name },
          userId: team.userId,
        })),
      );
    });

    it('stores tokens of the code host sealed, and no token of the chat server', async () => {
      const team = aTeam();
      await connect(team, 'codehost');
      await connect(team, 'chatcomm');
      const grants = await service.db.rows<{ provider: string; tokens: Record<string, string> }>(sql`
        SELECT g.provider, g.tokens FROM project_connection c JOIN oauth_grant g ON g.id = c.grant_id
        WHERE c.project_id = ${team.projectId} ORDER BY g.provider`);
      expect(grants).toEqual([
        { provider: 'chatcomm', tokens: {} },
        { provider: 'codehost', tokens: { accessToken: expect.stringMatching(/^v1\.k1\./) as string } },
      ]);
    });

    it('refuses a code of another project, session, app or platform, or of an account link', async () => {
      const team = aTeam();
      const others = [
        { projectId: aTeam().projectId },
        { sessionId: randomUUID() },
        { verifier: 'a'.repeat(43) },
        { provider: 'chatcomm' as const },
      ];
      for (const other of others) {
        const { address: _, ...request } = await agreed(team, 'codehost', {});
        roles.set(`${team.userId} ${other.projectId ?? team.projectId}`, 'project_admin');
        expect([other, await refusal(call(connectByOAuth, { ...request, ...other }))]).toEqual([
          other,
          'OAUTH_CODE_INVALID',
        ]);
        // The failed exchange used up the code.
        expect(await refusal(call(connectByOAuth, request))).toBe('OAUTH_CODE_INVALID');
      }
      const linking = new Browser(call, 'codehost');
      const linked = await linking.through('earner-1', { sessionId: team.sessionId });
      const request = { code: linked.searchParams.get('code') ?? '', verifier: linking.app.verifier };
      expect(await refusal(call(connectByOAuth, { ...team, provider: 'codehost', ...request }))).toBe(
        'OAUTH_CODE_INVALID',
      );
      const { code, verifier } = await agreed(team, 'codehost', {});
      const { sessionId } = team;
      expect(await refusal(call(redeemOAuthCode, { code, verifier, sessionId }))).toBe('OAUTH_CODE_INVALID');
      expect(await list(team)).toEqual([]);
    });

    it('redirects with OAUTH_DENIED after a refusal, and with OAUTH_SCOPE_MISSING when a scope was not granted', async () => {
      const team = aTeam();
      const declined = await agreed(team, 'chatcomm', { decline: '1' });
      expect(declined.address.searchParams.get('error')).toBe('OAUTH_DENIED');
      emulators.arm('codehost', { kind: 'missing_scope', scope: 'admin:repo_hook' });
      const narrow = await agreed(team, 'codehost', {});
      expect(narrow.address.searchParams.get('error')).toBe('OAUTH_SCOPE_MISSING');
    });

    it('accepts one of 20 concurrent exchanges of the same code', async () => {
      const team = aTeam();
      const { address: _, ...request } = await agreed(team, 'codehost', {});
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusal(call(connectByOAuth, request))));
      expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'OAUTH_CODE_INVALID')).toHaveLength(19);
    });
  });

  it('ends the grant of a connection that is replaced or removed, and revokes it at the platform', async () => {
    const team = aTeam();
    const worker = service.get(GiveBackGrants);
    await connect(team, 'codehost');
    const second = await connect(team, 'codehost', { login_hint: 'earner-2' });
    expect(await list(team)).toEqual([second]);
    const before = await grantStates();
    expect(before.filter(({ state }) => state === 'ended')).toHaveLength(1);
    await call(removeProjectConnection, { ...team.member, provider: 'codehost' });
    expect((await grantStates()).filter(({ state }) => state === 'ended')).toHaveLength(2);
    while (await worker.execute());
    expect(await grantStates()).toHaveLength(before.length - 2);
    expect(await list(team)).toEqual([]);
    // Once more changes nothing.
    await call(removeProjectConnection, { ...team.member, provider: 'codehost' });
    expect((await changes(team)).map(({ action }) => action)).toEqual([
      'connection.added',
      'connection.added',
      'connection.removed',
    ]);
  });

  describe('of a bot', () => {
    const [platformBot, first, second] = BOTS.map(({ token }) => token) as [string, string, string];
    const bot = ({ member }: Team, botToken: string) => call(connectMessengerBot, { ...member, botToken });
    const remove = ({ member }: Team) => call(removeProjectConnection, { ...member, provider: 'messenger' });
    const sealed = async ({ projectId }: Team) =>
      (
        await service.db.row<{ fields: object }>(
          sql`SELECT fields FROM project_connection WHERE project_id = ${projectId}`,
        )
      )?.fields;

    it('the connection of a bot is connected with its token, which is stored sealed and appears in no answer or event', async () => {
      const team = aTeam();
      const connection = await bot(team, first);
      expect(connection).toMatchObject({
        ...{ provider: 'messenger', accountId: '7100000002', name: 'emulated_first_bot' },
        ...{ state: 'connected', connectedBy: team.userId },
      });
      expect(await list(team)).toEqual([connection]);
      const envelope = expect.stringMatching(/^v1\.k1\./) as string;
      expect(await sealed(team)).toEqual({ botToken: envelope, webhookSecret: envelope });
      const secret = first.split(':')[1] as string;
      expect(JSON.stringify([connection, await changes(team), await sealed(team)])).not.toContain(secret);
      expect(await call(testProjectConnection, { ...team.member, provider: 'messenger' })).toMatchObject({
        outcome: 'works',
      });
      await remove(team);
    });

    it('fails to decrypt a token that was sealed for another project', async () => {
      const [mine, theirs] = [aTeam(), aTeam()];
      await bot(mine, first);
      await bot(theirs, second);
      await service.db.execute(sql`
        UPDATE project_connection SET fields = (
          SELECT fields FROM project_connection WHERE project_id = ${theirs.projectId}
        ) WHERE project_id = ${mine.projectId}`);
      expect(await refusal(call(testProjectConnection, { ...mine.member, provider: 'messenger' }))).toBe('INTERNAL');
      for (const team of [mine, theirs]) await remove(team);
      await service.db.execute(sql`DELETE FROM messenger_ended_bot`);
    });

    it('re-encrypts the token of a connection with a new master key', async () => {
      const team = aTeam();
      await bot(team, first);
      const vault = new Vault(parseMasterKeys(`${K2},${K1}`));
      await rewrap(service.db, vault, sealedTables(PLATFORMS));
      const envelope = expect.stringMatching(/^v1\.k2\./) as string;
      expect(await sealed(team)).toEqual({ botToken: envelope, webhookSecret: envelope });
      expect(await call(testProjectConnection, { ...team.member, provider: 'messenger' })).toMatchObject({
        outcome: 'works',
      });
      await remove(team);
    });

    it("refuses with BOT_IN_USE a bot of another project, and the platform's own", async () => {
      const [mine, theirs] = [aTeam(), aTeam()];
      await bot(mine, first);
      expect(await refusal(bot(theirs, first))).toBe('BOT_IN_USE');
      expect(await refusal(bot(theirs, platformBot))).toBe('BOT_IN_USE');
      expect(await bot(mine, first)).toMatchObject({ accountId: '7100000002' });
      expect(await bot(mine, second)).toMatchObject({ accountId: '7100000003' });
      expect(await bot(theirs, first)).toMatchObject({ accountId: '7100000002' });
      for (const team of [mine, theirs]) await remove(team);
      const teams = Array.from({ length: 20 }, aTeam);
      const outcomes = await Promise.all(teams.map((team) => refusal(bot(team, first))));
      expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'BOT_IN_USE')).toHaveLength(19);
      for (const team of teams) await remove(team);
    });

    it('the connection of a bot is stored by each of 40 concurrent requests, more than the database has connections', async () => {
      const team = aTeam();
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => refusal(bot(team, first))));
      expect(new Set(outcomes)).toEqual(new Set(['none']));
      expect(await changes(team)).toHaveLength(40);
      await remove(team);
    });

    it('the connection of a bot stays unchanged when the messenger refuses the token or does not answer', async () => {
      const team = aTeam();
      const connection = await bot(team, first);
      await expect(bot(team, '7100000001:another')).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { errors: [{ pointer: '/botToken', code: 'NOT_ALLOWED' }] },
      });
      for (const kind of ['rate_limited', 'outage', 'invalid_json', 'forbidden']) {
        emulators.arm('messenger', { kind });
        expect([kind, await refusal(bot(team, second))]).toEqual([kind, 'PLATFORM_UNAVAILABLE']);
      }
      expect(await list(team)).toEqual([connection]);
      emulators.arm('messenger', { kind: 'revoked_token' });
      expect(await call(testProjectConnection, { ...team.member, provider: 'messenger' })).toMatchObject({
        outcome: 'refused',
      });
      await remove(team);
    });
  });

  it('the connection of a bot can be changed and tested only by current admins of the team', async () => {
    const team = aTeam();
    const pending = await agreed(team, 'codehost', {});
    for (const role of ['project_moderator', undefined] as const) {
      const key = `${team.userId} ${team.projectId}`;
      if (role) roles.set(key, role);
      else roles.delete(key);
      const { address: _, ...request } = pending;
      expect(await refusal(call(removeProjectConnection, { ...team.member, provider: 'codehost' }))).toBe('FORBIDDEN');
      expect(await refusal(call(testProjectConnection, { ...team.member, provider: 'codehost' }))).toBe('FORBIDDEN');
      if (role === undefined) expect(await refusal(call(connectByOAuth, request))).toBe('FORBIDDEN');
    }
    expect(await list(team)).toEqual([]);
  });

  it('ends when the project is archived, and an archived project accepts no new one', async () => {
    const team = aTeam();
    await connect(team, 'codehost');
    await connect(team, 'chatcomm');
    await deliver('project.archived', { projectId: team.projectId });
    await deliver('project.archived', { projectId: team.projectId });
    expect(await list(team)).toEqual([]);
    expect(await refusal(connect(team, 'codehost'))).toBe('INVALID_TRANSITION');
    const removed = (await changes(team)).slice(2);
    expect(removed).toHaveLength(2);
    // In no order of their own.
    expect(removed).toEqual(
      expect.arrayContaining(
        ['chatcomm', 'codehost'].map((provider) => ({
          projectId: team.projectId,
          action: 'connection.removed',
          details: expect.objectContaining({ provider }) as object,
          userId: null,
        })),
      ),
    );
  });

  it('the connection of the code host ends when its member leaves; that of a chat server stays', async () => {
    const team = aTeam();
    const account = await connect(team, 'codehost');
    const server = await connect(team, 'chatcomm');
    await left({ projectId: team.projectId, userId: aUser() });
    await left({ projectId: randomUUID(), userId: team.userId });
    expect(await list(team)).toEqual([server, account]);
    await left({ projectId: team.projectId, userId: team.userId });
    expect(await list(team)).toEqual([server]);
  });

  it('the connection of a bot is removed if it is stored while its member leaves', async () => {
    const team = aTeam();
    const { address: _, ...request } = await agreed(team, 'codehost', {});
    // The role was read just before.
    let leaves: Promise<void> | undefined;
    service.bus.answer(getProjectRole, () => {
      leaves = left({ projectId: team.projectId, userId: team.userId });
      return { role: 'project_admin' as const };
    });
    await call(connectByOAuth, request);
    await leaves;
    service.bus.answer(getProjectRole, ({ userId, projectId }) => ({
      role: roles.get(`${userId} ${projectId}`) ?? null,
    }));
    expect(await list(team)).toEqual([]);
  });

  it('the connection of a bot is tested at the platform, and reported as refused after the account withdraws its consent', async () => {
    const team = aTeam();
    const test = (provider: OAuthConnectionProvider) => call(testProjectConnection, { ...team.member, provider });
    expect(await test('codehost')).toMatchObject({ outcome: 'not_set' });
    await connect(team, 'codehost');
    await connect(team, 'chatcomm');
    expect(await test('codehost')).toMatchObject({ outcome: 'works' });
    expect(await test('chatcomm')).toMatchObject({ outcome: 'works' });
    emulators.arm('chatcomm', { kind: 'forbidden' });
    expect(await test('chatcomm')).toMatchObject({ outcome: 'refused' });
    emulators.arm('codehost', { kind: 'outage' });
    expect(await test('codehost')).toMatchObject({ outcome: 'no_answer' });
    emulators.arm('codehost', { kind: 'revoked_token' });
    expect(await test('codehost')).toMatchObject({ outcome: 'refused' });
    expect((await list(team)).map(({ provider, state }) => [provider, state])).toEqual([
      ['chatcomm', 'connected'],
      ['codehost', 'refused'],
    ]);
    expect(await test('codehost')).toMatchObject({ outcome: 'refused' });
    const refused = (await changes(team)).filter(({ action }) => action === 'connection.refused');
    expect(refused).toMatchObject([{ projectId: team.projectId, details: { provider: 'codehost' }, userId: null }]);
    await connect(team, 'codehost');
    expect(await test('codehost')).toMatchObject({ outcome: 'works' });
  });
});
