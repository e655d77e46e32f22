import { randomUUID } from 'node:crypto';
import { startEmulators, type Emulators } from '@questp/emulators';
import { findLinkedGrant } from '@questp/messages/identity';
import {
  readChatcommChannel,
  readChatcommMember,
  readChatcommMessages,
  readChatcommRole,
  readChatcommServer,
} from '@questp/messages/integrations';
import { newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../../service.js';
import { Browser, type Call } from '../../testing/browser.fixture.js';

const PUBLIC_URL = 'https://api.example.org';
const userId = `svcuser_${'a'.repeat(32)}`;
const guildId = '1300000000000000001';
const channelId = '1500000000000000001';

describe('facts of the chat server', () => {
  let emulators: Emulators;
  let service: TestService<object>;
  let grantId: string | null = null;
  let accountId: string;
  const projectId = randomUUID();

  const call: Call = (contract, request) => {
    const operation = contract.http[0]?.id ?? '';
    return service.call(contract, request, { operation, principal: null });
  };

  beforeAll(async () => {
    emulators = await startEmulators();
    emulators.allowRedirect('chatcomm', `${PUBLIC_URL}/v1/auth/oauth/callback/chatcomm`);
    const env = { ...emulators.environment, FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PUBLIC_URL };
    service = await startTestService(integrations, { env });
    service.bus.answer(findLinkedGrant, () => ({ grantId }));
    await service.db.execute(sql`
      INSERT INTO project_connection (id, project_id, provider, account_id, name, fields, connected_by)
      VALUES (${newId()}, ${projectId}, 'chatcomm', ${guildId}, 'First server', '{}', ${userId})`);
    const browser = new Browser(call, 'chatcomm');
    const code = (await browser.through('earner-2')).searchParams.get('code') ?? '';
    const linked = await browser.redeem(code);
    grantId = linked.grantId;
    accountId = linked.accountId;
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await emulators.stop();
  });
  beforeEach(async () => {
    emulators.clearFaults();
    emulators.resetState();
    await service.db.execute(sql`DELETE FROM shared_answer`);
  });

  const member = (of = guildId) => service.call(readChatcommMember, { projectId, guildId: of, userId });
  const channel = (id = channelId) => service.call(readChatcommChannel, { projectId, guildId, channelId: id });
  const messages = (more: { since?: string; substring?: string } = {}) =>
    service.call(readChatcommMessages, {
      ...{ projectId, guildId, channelId, userId },
      ...{ since: more.since ?? null, substring: more.substring ?? null },
    });
  const write = (content: string, author = accountId) =>
    emulators.put('chatcomm', 'messages', { channel: channelId, author, content });

  it('name the server, a role and a channel of it', async () => {
    expect(await service.call(readChatcommServer, { projectId, guildId })).toMatchObject({
      value: { guildName: 'First server' },
    });
    const [role] = emulators.items('chatcomm', 'roles') as { id: string; name: string }[];
    expect(await service.call(readChatcommRole, { projectId, guildId, roleId: role?.id ?? '' })).toMatchObject({
      value: { guildName: 'First server', roleName: role?.name },
    });
    const unknown = await service.call(readChatcommRole, { projectId, guildId, roleId: '9'.repeat(18) });
    expect(unknown).toMatchObject({ status: 'not_found', value: null });
    expect(await channel()).toMatchObject({ value: { channelName: 'general', readsContent: true } });
  });

  it('are of the server that the project is connected to alone', async () => {
    expect(await member('1300000000000000002')).toMatchObject({ status: 'unsupported' });
    const other = { projectId: randomUUID(), guildId };
    expect(await service.call(readChatcommServer, other)).toMatchObject({ status: 'unsupported' });
  });

  it.each([
    ['an unknown channel', '1500000000000000099', 'not_found'],
    ['a voice channel', '1500000000000000004', 'not_found'],
    ['a channel that the bot may not view', '1500000000000000002', 'unsupported'],
  ])('tell %s', async (_, id, status) => {
    expect(await channel(id)).toMatchObject({ status, value: null });
  });

  it('tell whether the linked account is a member, with its roles and screening', async () => {
    emulators.put('chatcomm', 'members', { server: guildId, user: accountId, roles: [], pending: true });
    expect(await member()).toMatchObject({ value: { accountId, isMember: true, isPending: true } });
    emulators.remove('chatcomm', 'members', { server: guildId, user: accountId });
    expect(await member()).toMatchObject({ value: { accountId, isMember: false, roleIds: [] } });
  });

  it('find what the linked account wrote, by its text in any case and since a moment', async () => {
    expect(await messages()).toMatchObject({ value: { hasWritten: false, messageId: null } });
    write('Good morning, ORBIT');
    for (let n = 0; n < 150; n += 1) write(`other ${n}`, '1100000000000000007');
    expect(await messages()).toMatchObject({ value: { hasWritten: true, messageId: expect.any(String) as string } });
    expect(await messages({ substring: 'orbit' })).toMatchObject({
      value: { messageId: expect.any(String) as string },
    });
    expect(await messages({ substring: 'moon' })).toMatchObject({ value: { hasWritten: true, messageId: null } });
    const since = new Date(Date.now() + 1_000).toISOString();
    expect(await messages({ since })).toMatchObject({ value: { hasWritten: false, messageId: null } });
  });

  it('look for a text only with the message-content capability', async () => {
    emulators.put('chatcomm', 'settings', { messageContent: 'none' });
    write('Good morning');
    expect(await messages({ substring: 'morning' })).toMatchObject({ status: 'unsupported' });
    expect(await messages()).toMatchObject({ status: 'found' });
    expect(await channel()).toMatchObject({ value: { readsContent: false } });
    // Detected once for 10 minutes.
    emulators.put('chatcomm', 'settings', { messageContent: 'full' });
    expect(await channel()).toMatchObject({ value: { readsContent: false } });
  });

  it.each(['rate_limited', 'global_limit', 'outage', 'hang', 'invalid_json'])('are unavailable at %s', async (kind) => {
    emulators.arm('chatcomm', { kind, route: 'member' });
    const { status, retryAt } = await member();
    expect(status).toBe('unavailable');
    expect(retryAt !== null).toBe(kind.endsWith('_limited') || kind === 'global_limit');
  });

  it('need a bot that is in the server', async () => {
    emulators.arm('chatcomm', { kind: 'revoked_token', route: 'member' });
    expect(await member()).toMatchObject({ status: 'unsupported' });
    const [server] = emulators.items('chatcomm', 'servers');
    emulators.put('chatcomm', 'servers', { ...server, bot: false });
    expect(await member()).toMatchObject({ status: 'unsupported' });
  });
});
