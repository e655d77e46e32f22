import { createHmac, randomUUID } from 'node:crypto';
import { PEOPLE, startEmulators, type Emulators } from '@questp/emulators';
import {
  findAccountOwner,
  findLinkedGrant,
  getPublicProfile,
  linkAccountByMessage,
  listLinkedAccounts,
  type LinkedAccount,
} from '@questp/messages/identity';
import {
  connectByOAuth,
  readPhotositeAccount,
  readPhotositeFollow,
  receivePhotositeMessage,
  removeProjectConnection,
  startPhotositeLink,
  startProjectConnection,
  testCredential,
  testProjectConnection,
  verifyPhotositeWebhook,
} from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { getProjectRole } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { LinkEvents } from '../../webhooks/account-links/link-events.js';
import { GiveBackGrants } from '../../oauth/give-back-grants.js';
import { RenewTokens } from '../../oauth/renew-tokens.js';
import { integrations } from '../../service.js';
import { changedAnswers } from '../../testing/changed-answers.fixture.js';
import { Browser, type Call } from '../../testing/browser.fixture.js';
import { ProcessDeliveries } from '../../webhooks/process-deliveries.js';

const PUBLIC_URL = 'https://api.example.org';
const numberOf = (key: string) => PEOPLE.find((person) => person.key === key)?.number ?? 0;
const idOf = (key: string) => String(17_841_400_000_000_000n + BigInt(numberOf(key)));
/** As the emulator scopes it. */
const scopedId = (of: string, to: string) =>
  String(7_000_000_000_000_000n + BigInt(numberOf(to)) * 1_000_000n + BigInt(numberOf(of)));
const aUser = () => `svcuser_${randomUUID().replaceAll('-', '')}`;
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error as AppError).code,
  );

describe('the photo site', () => {
  let emulators: Emulators;
  let service: TestService<object>;
  let secret = '';
  let verifyToken = '';
  /** What identity has, by user. */
  const linked = new Map<string, LinkedAccount>();
  let isIdentityUp = true;
  const ownerOf = (accountId: string) => [...linked].find(([, account]) => account.accountId === accountId)?.[0];

  beforeAll(async () => {
    emulators = await startEmulators();
    emulators.allowRedirect('photosite', `${PUBLIC_URL}/v1/auth/oauth/callback/photosite`);
    secret = emulators.environment['PHOTOSITE_APP_SECRET'] ?? '';
    verifyToken = emulators.environment['PHOTOSITE_VERIFY_TOKEN'] ?? '';
    const env = { ...emulators.environment, FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PUBLIC_URL };
    service = await startTestService(integrations, { env });
    await service.get(GiveBackGrants).beforeApplicationShutdown();
    const { bus } = service;
    bus.answer(getProjectRole, () => ({ role: 'project_admin' as const }));
    bus.answer(findLinkedGrant, ({ userId }) => ({
      grantId: null,
      accountId: linked.get(userId)?.accountId ?? null,
      relinkNeeded: false,
    }));
    bus.answer(findAccountOwner, ({ accountId }) => ({ userId: ownerOf(accountId) ?? null }));
    bus.answer(listLinkedAccounts, ({ userId }) => ({
      items: [linked.get(userId)].flatMap((account) => account ?? []),
      nextCursor: null,
    }));
    bus.answer(getPublicProfile, ({ userId }) => {
      const unset = { displayName: null, bio: null, avatarUrl: null, wallet: null };
      return { userId, ...unset, username: 'alice', createdAt: new Date().toISOString() };
    });
    bus.answer(linkAccountByMessage, ({ userId, ...proven }) => {
      if (!isIdentityUp) throw new AppError('SERVICE_UNAVAILABLE');
      const { accountId } = proven;
      const [owner, own] = [ownerOf(accountId), linked.get(userId)];
      if (owner !== undefined && owner !== userId) throw new AppError('IDENTITY_IN_USE');
      if (own !== undefined && own.accountId !== accountId) throw new AppError('TOO_MANY');
      const account = { ...proven, relinkNeeded: false, linkedAt: new Date().toISOString() };
      linked.set(userId, account);
      return account;
    });
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await emulators.stop();
  });
  beforeEach(() => {
    emulators.clearFaults();
    emulators.resetState();
    emulators.clearJournal();
    linked.clear();
  });

  const call: Call = (contract, request) => service.call(contract, request);
  const consent = async (person: string, projectId: string = randomUUID()) => {
    const team = { projectId, userId: aUser(), sessionId: randomUUID(), provider: 'photosite' as const };
    const browser = new Browser(call, 'photosite');
    const { challenge, verifier } = browser.app;
    const location = await browser.follow(await call(startProjectConnection, { ...team, challenge }));
    const address = await browser.finish(await browser.agree(location, { login_hint: person }));
    return { team, location, address, code: address.searchParams.get('code') ?? '', verifier };
  };
  const connect = async (person = 'verified', project?: string) => {
    const { team, code, verifier } = await consent(person, project);
    await call(connectByOAuth, { ...team, code, verifier });
    const { sessionId: _, ...member } = team;
    return member;
  };
  const disconnect = (member: Awaited<ReturnType<typeof connect>>) => service.call(removeProjectConnection, member);
  const givenBack = async () => {
    while (await service.get(GiveBackGrants).execute());
  };
  const settled = async () => {
    while (await service.get(ProcessDeliveries).round());
  };
  const signed = (body: string, by = secret) => ({
    headers: { 'x-hub-signature-256': `sha256=${createHmac('sha256', by).update(body).digest('hex')}` },
    body,
  });
  let messages = 0;
  const notification = (to: string, sender: string, message: object) => ({
    object: 'instagram',
    entry: [{ id: idOf(to), time: 1, messaging: [{ sender: { id: sender }, recipient: { id: idOf(to) }, message }] }],
  });
  /** A person writes to an account. */
  const write = async (from: string, to: string, text: string, mid = `mid ${(messages += 1)}`) => {
    emulators.put('photosite', 'messages', { from: idOf(from), to: idOf(to), text });
    const body = JSON.stringify(notification(to, scopedId(from, to), { mid, text }));
    await service.call(receivePhotositeMessage, signed(body));
    await settled();
  };
  /** The code that the account was answered with, if the last answer has one. */
  const confirmationOf = (person: string) => / send (\S+) to confirm/.exec(sentTo(person).at(-1) ?? '')?.[1] ?? '';
  /** Sends the code, and what it is answered with if it is a question. */
  const link = async (from: string, to: string, code: string) => {
    const before = sentTo(from).length;
    await write(from, to, code);
    if (sentTo(from).length > before) await write(from, to, confirmationOf(from));
  };
  const answersTo = (person: string) => sentTo(person).filter((text) => !text.includes('to confirm'));
  const codeOf = async (userId: string, { projectId }: { projectId: string }) =>
    (await service.call(startPhotositeLink, { userId, projectId })).code;
  const follows = (userId: string, { projectId }: { projectId: string }) =>
    service.call(readPhotositeFollow, { userId, projectId });
  const subscribed = () => emulators.items('photosite', 'subscribed').length;
  const sentTo = (person: string) =>
    (emulators.items('photosite', 'sent') as { to: string; text: string }[])
      .filter(({ to }) => to === idOf(person))
      .map(({ text }) => text);
  const deliveries = () => service.db.rows<{ body: unknown }>(sql`SELECT body FROM webhook_delivery`);

  describe('credentials', () => {
    it('credentials of the photo site are accepted with the right secret and refused with another one', async () => {
      expect(await service.call(testCredential, { provider: 'photosite' })).toMatchObject({ outcome: 'works' });
      const env = { ...emulators.environment, PHOTOSITE_APP_SECRET: 'another' };
      const other = await startTestService(integrations, {
        env: { ...env, FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1') },
      });
      expect(await other.call(testCredential, { provider: 'photosite' })).toMatchObject({ outcome: 'refused' });
      await other.stop();
    });
  });

  describe('connection of a project', () => {
    it('the connection of a project is made by consent with the least scopes, keeps a token of 60 days and asks for messages', async () => {
      const { location } = await consent('verified');
      expect(new URL(location).searchParams.get('scope')).toBe(
        'instagram_business_basic,instagram_business_manage_messages',
      );
      const member = await connect();
      expect(emulators.items('photosite', 'subscribed')).toEqual([{ account: idOf('verified'), fields: ['messages'] }]);
      const [grant] = await service.db.rows<{ days: number }>(sql`
        SELECT extract(day FROM expires_at - now())::integer AS days FROM oauth_grant WHERE state = 'held'`);
      expect(grant).toEqual({ days: 59 });
      expect(await service.call(testProjectConnection, member)).toMatchObject({ outcome: 'works' });
      await disconnect(member);
      await givenBack();
      expect(subscribed()).toBe(0);
    });

    it('a connection is refused to a personal account, and stored only with the subscription', async () => {
      const { address } = await consent('no-channel');
      expect(address.searchParams.get('error')).toBe('OAUTH_FAILED');
      emulators.arm('photosite', { kind: 'forbidden', route: 'subscribe' });
      expect(await outcome(connect())).toBe('PLATFORM_UNAVAILABLE');
      emulators.arm('photosite', {
        kind: 'missing_scope',
        route: 'authorize',
        scope: 'instagram_business_manage_messages',
      });
      expect((await consent('verified')).address.searchParams.get('error')).toBe('OAUTH_SCOPE_MISSING');
      expect(subscribed()).toBe(0);
    });

    it('keeps the subscription while another connection to the account is left', async () => {
      const [first, second] = [await connect(), await connect()];
      await connect('verified', first.projectId);
      await givenBack();
      expect(subscribed()).toBe(1);
      await disconnect(first);
      await givenBack();
      expect(subscribed()).toBe(1);
      await disconnect(second);
      await givenBack();
      expect(subscribed()).toBe(0);
    });

    it('renews its token a month ahead, survives limits of the platform, and ends when it is refused', async () => {
      const member = await connect();
      const age = () =>
        service.db.execute(sql`UPDATE oauth_grant SET expires_at = now() + interval '29 days' WHERE state = 'held'`);
      const days = async () =>
        (
          await service.db.rows<{ days: number }>(sql`
            SELECT extract(day FROM expires_at - now())::integer AS days FROM oauth_grant WHERE state = 'held'`)
        ).map((one) => one.days);
      await service.get(RenewTokens).execute();
      expect(emulators.journal({ platform: 'photosite', route: 'refresh' })).toEqual([]);
      await age();
      for (const kind of ['rate_limited', 'outage'] as const) {
        emulators.arm('photosite', { kind, route: 'refresh' });
        await service.get(RenewTokens).execute();
        expect(await days()).toEqual([28]);
      }
      await service.get(RenewTokens).execute();
      expect(await days()).toEqual([59]);
      await age();
      emulators.arm('photosite', { kind: 'revoked_token', route: 'account' });
      expect(await service.call(testProjectConnection, member)).toMatchObject({ outcome: 'refused' });
      await service.get(RenewTokens).execute();
      expect(await days()).toEqual([]);
      await disconnect(member);
    });
  });

  describe('webhook', () => {
    const verify = (token: string) =>
      service.call(verifyPhotositeWebhook, {
        'hub.mode': 'subscribe',
        'hub.verify_token': token,
        'hub.challenge': '1158201444',
      });

    it('answers the challenge of a request with the verify token', async () => {
      expect(await verify(verifyToken)).toEqual({ challenge: '1158201444' });
      for (const token of ['', 'wrong', `${verifyToken} `, secret]) {
        expect(await outcome(verify(token))).toBe('UNAUTHENTICATED');
      }
    });

    it('A-68: takes nothing without the signature of exactly these bytes', async () => {
      const body = JSON.stringify(notification('verified', '1', { mid: 'forged', text: 'ABCDE-23456' }));
      const { headers } = signed(body);
      const send = (request: { headers: Record<string, string>; body: string }) =>
        outcome(service.call(receivePhotositeMessage, request));
      const signature = headers['x-hub-signature-256'];
      const forgeries: { headers: Record<string, string>; body: string }[] = [
        { headers: {}, body },
        { headers: { 'x-hub-signature-256': '' }, body },
        { headers: { 'x-hub-signature-256': signature.slice(7) }, body },
        { headers: { 'x-hub-signature-256': signature.toUpperCase() }, body },
        { headers: { 'x-hub-signature': signature }, body },
        { headers, body: `${body} ` },
        { headers, body: body.replace('ABCDE', 'ABCDF') },
        signed(body, 'another'),
        signed(body, ''),
      ];
      for (const forged of forgeries) {
        expect(await send(forged)).toBe('UNAUTHENTICATED');
      }
      expect(await deliveries()).toEqual([]);
    });

    it.each([
      '[]',
      'null',
      '{"entry":{}}',
      '{"entry":[null,1,{"messaging":"x"},{"messaging":[null,{"message":{}}]}]}',
      JSON.stringify(notification('verified', '../x', { mid: 'a', text: 'ABCDE-23456' })),
      JSON.stringify(notification('verified', idOf('verified'), { mid: 'a', text: 'ABCDE-23456' })),
      JSON.stringify(notification('verified', '7', { mid: 'a', text: 'ABCDE-23456', is_echo: true })),
      JSON.stringify(notification('verified', '7', { mid: 'a', text: { a: 1 } })),
      JSON.stringify(notification('verified', '7', { text: 'ABCDE-23456' })),
    ])('stores nothing of %j', async (body) => {
      expect(await outcome(service.call(receivePhotositeMessage, signed(body)))).toBe('ok');
      expect(await deliveries()).toEqual([]);
    });

    it('accepts 1,000 events in one request, and stores the message with a code', async () => {
      const text = 'A long answer to a story. '.repeat(12);
      const events = Array.from({ length: 1_000 }, (_, n) =>
        notification('verified', String(7_000 + n), { mid: `mid ${n}`, text: n === 999 ? 'ABCDE-23456' : text }),
      );
      const body = JSON.stringify({ object: 'instagram', entry: events.flatMap(({ entry }) => entry) });
      expect(body.length).toBeGreaterThan(400_000);
      expect(await outcome(service.call(receivePhotositeMessage, signed(body)))).toBe('ok');
      expect(await deliveries()).toEqual([{ body: { senderId: '7999', code: 'ABCDE-23456' } }]);
      await service.db.execute(sql`DELETE FROM webhook_delivery`);
    });

    it('refuses a body that is not JSON', async () => {
      expect(await outcome(service.call(receivePhotositeMessage, signed('{')))).toBe('INVALID_JSON');
    });

    it('stores no message without a code', async () => {
      for (const text of ['Hello', 'my number is 12345-67890', 'ABCDE-234567', 'xABCDE-23456', 'OOOOO-IIIII']) {
        await write('earner-1', 'verified', text);
      }
      expect(await deliveries()).toEqual([]);
    });
  });

  describe('account of an earner', () => {
    it('an account is linked by a code that it sends to the account of the project, once', async () => {
      const [brand, userId] = [await connect(), aUser()];
      const started = await service.call(startPhotositeLink, { userId, projectId: brand.projectId });
      expect(started).toMatchObject({ handle: 'verified', url: 'https://ig.me/m/verified' });
      expect(started.code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
      await write('earner-1', 'verified', `My code is \u200b${started.code.toLowerCase().replace('-', '\u2011')}!`);
      const confirmation = confirmationOf('earner-1');
      expect(sentTo('earner-1')).toEqual([
        `This links your account @earner_1 to the user @alice of the quest platform. If this user is you, send ${confirmation} to confirm. If not, do nothing, and nothing is linked.`,
      ]);
      expect(linked.size).toBe(0);
      await write('earner-1', 'verified', confirmation, 'once');
      const accountId = `${idOf('verified')}_${scopedId('earner-1', 'verified')}`;
      expect(linked.get(userId)).toMatchObject({ provider: 'photosite', accountId, handle: 'earner_1' });
      expect(answersTo('earner-1')).toEqual(['Your account is linked. Go back to the quests.']);
      expect(await follows(userId, brand)).toMatchObject({
        status: 'found',
        value: { accountId: scopedId('earner-1', 'verified'), isFollowing: true },
      });
      expect((await service.events('integration.fact_observed', userId)).length).toBe(1);
      linked.clear();
      await write('earner-1', 'verified', confirmation, 'once');
      await write('earner-1', 'verified', confirmation);
      await write('earner-1', 'verified', started.code);
      expect([linked.size, sentTo('earner-1').length]).toEqual([0, 2]);
      await disconnect(brand);
    });

    it('an account is not linked unless it confirms in time with the code it received', async () => {
      const [brand, userId] = [await connect(), aUser()];
      await write('earner-12', 'verified', await codeOf(userId, brand));
      const confirmation = confirmationOf('earner-12');
      await write('earner-13', 'verified', confirmation);
      await write('earner-12', 'verified', 'ABCDE-23456');
      await service.db.execute(sql`UPDATE account_link SET expires_at = now() - interval '1 second'`);
      await write('earner-12', 'verified', confirmation);
      expect([linked.size, sentTo('earner-13')]).toEqual([0, []]);
      await disconnect(brand);
    });

    it('an account is linked only by the newest code, in time, sent to the account of a connected project', async () => {
      const [brand, other, userId] = [await connect(), await connect('unverified'), aUser()];
      expect(await outcome(codeOf(userId, { projectId: randomUUID() }))).toBe('NOT_FOUND');
      const former = await codeOf(userId, brand);
      const code = await codeOf(userId, brand);
      await write('earner-1', 'verified', former);
      await write('earner-1', 'unverified', code);
      await write('earner-1', 'verified', 'ABCDE-23456');
      expect(linked.size).toBe(0);
      await service.db.execute(sql`UPDATE account_link SET expires_at = now() - interval '1 second'`);
      await write('earner-1', 'verified', code);
      expect([linked.size, sentTo('earner-1')]).toEqual([0, []]);
      await disconnect(brand);
      await link('earner-1', 'verified', await codeOf(userId, other));
      await link('earner-1', 'unverified', await codeOf(userId, other));
      expect(linked.size).toBe(1);
      await disconnect(other);
    });

    it('A-70: of 20 accounts that send one code, one is linked', async () => {
      const [brand, userId] = [await connect(), aUser()];
      const code = await codeOf(userId, brand);
      await Promise.all(Array.from({ length: 20 }, (_, n) => write(`earner-${n + 1}`, 'verified', code)));
      const asked = PEOPLE.filter(({ key }) => confirmationOf(key) !== '');
      expect(asked).toHaveLength(1);
      for (const { key } of asked) await write(key, 'verified', confirmationOf(key));
      expect(linked.size).toBe(1);
      const stored = await service.db.rows(sql`SELECT FROM scoped_account WHERE user_id = ${userId}`);
      expect(stored).toHaveLength(1);
      await disconnect(brand);
    });

    it('A-70: is the first that sent the code, although it could not be linked at once', async () => {
      const [brand, userId] = [await connect(), aUser()];
      const code = await codeOf(userId, brand);
      isIdentityUp = false;
      await write('earner-10', 'verified', code);
      isIdentityUp = true;
      await write('earner-11', 'verified', code);
      expect(linked.size).toBe(0);
      await service.db.execute(sql`UPDATE webhook_delivery SET leased_until = '-infinity'`);
      await settled();
      await write('earner-10', 'verified', confirmationOf('earner-10'));
      expect(linked.get(userId)?.handle).toBe('earner_10');
      await disconnect(brand);
    });

    it('belongs to one user at every connected account of a project', async () => {
      const [brand, other, userId, stranger] = [await connect(), await connect('unverified'), aUser(), aUser()];
      await link('earner-2', 'verified', await codeOf(userId, brand));
      expect(await follows(userId, other)).toMatchObject({ status: 'relink' });
      await link('earner-2', 'verified', await codeOf(stranger, brand));
      expect(linked.size).toBe(1);
      await link('earner-2', 'unverified', await codeOf(userId, other));
      expect((await follows(userId, other)).value).toEqual({
        accountId: scopedId('earner-2', 'unverified'),
        isFollowing: false,
      });
      await link('earner-2', 'unverified', await codeOf(stranger, other));
      expect([...linked.keys()]).toEqual([userId]);
      expect(answersTo('earner-2')).toEqual([
        'Your account is linked. Go back to the quests.',
        'This account is linked to another user, who has to unlink it first.',
        'Your account is linked. Go back to the quests.',
        'This account is linked to another user, who has to unlink it first.',
      ]);
      await disconnect(brand);
      await disconnect(other);
    });

    it('a user has one account, and can link another after unlinking it', async () => {
      const [brand, other, userId] = [await connect(), await connect('unverified'), aUser()];
      await link('earner-3', 'verified', await codeOf(userId, brand));
      await link('earner-4', 'verified', await codeOf(userId, brand));
      await link('earner-4', 'unverified', await codeOf(userId, other));
      expect(linked.get(userId)?.handle).toBe('earner_3');
      expect(answersTo('earner-4')).toEqual(
        Array.from({ length: 2 }, () => 'Another account is linked. Unlink it first, and start again.'),
      );
      linked.delete(userId);
      await link('earner-4', 'unverified', await codeOf(userId, other));
      await link('earner-4', 'verified', await codeOf(userId, brand));
      expect(linked.get(userId)?.handle).toBe('earner_4');
      expect((await follows(userId, brand)).status).toBe('found');
      await disconnect(brand);
      await disconnect(other);
    });

    it('an account is not confused with another account that took its name', async () => {
      const [brand, userId] = [await connect(), aUser()];
      await link('earner-5', 'verified', await codeOf(userId, brand));
      const rename = (person: string, username: string) =>
        emulators.put('photosite', 'accounts', { id: idOf(person), username });
      rename('earner-5', 'renamed');
      rename('earner-6', 'earner_5');
      await link('earner-6', 'verified', await codeOf(userId, brand));
      expect((await follows(userId, brand)).value).toMatchObject({ accountId: scopedId('earner-5', 'verified') });
      expect(answersTo('earner-6')).toEqual(['Another account is linked. Unlink it first, and start again.']);
      await disconnect(brand);
    });

    it('moves with a merge of users, and is deleted with its user', async () => {
      const [brand, userId, survivorId] = [await connect(), aUser(), aUser()];
      await link('earner-7', 'verified', await codeOf(userId, brand));
      const code = await codeOf(userId, brand);
      await service.deliver(LinkEvents, 'account.merged', { mergeId: randomUUID(), survivorId, absorbedId: userId });
      await service.deliver(LinkEvents, 'account.deleted', { userId });
      await write('earner-8', 'verified', code);
      const stored = () => service.db.rows(sql`SELECT FROM scoped_account WHERE user_id IN (${userId}, ${survivorId})`);
      expect([(await stored()).length, linked.size]).toEqual([1, 1]);
      await service.deliver(LinkEvents, 'account.deleted', { userId: survivorId });
      expect(await stored()).toEqual([]);
      await disconnect(brand);
    });
  });

  describe('facts', () => {
    it('return the account of the connection, and no other', async () => {
      const { projectId, ...member } = await connect();
      const read = (handle: string) => service.call(readPhotositeAccount, { projectId, handle });
      expect(await read('Verified')).toMatchObject({
        value: { handle: 'verified', accountPictureUrl: `https://scontent.cdninstagram.com/${idOf('verified')}.jpg` },
      });
      expect(await read('earner_1')).toMatchObject({
        status: 'not_found',
        detail: 'The project is connected to another account, verified.',
      });
      expect(await service.call(readPhotositeAccount, { projectId: randomUUID(), handle: 'verified' })).toMatchObject({
        status: 'unsupported',
      });
      await disconnect({ projectId, ...member });
    });

    it('facts of the photo site have a detail with the reason when they cannot be read', async () => {
      const [brand, userId] = [await connect(), aUser()];
      expect(await follows(userId, brand)).toMatchObject({
        status: 'not_linked',
        detail: expect.stringContaining('Get a code and send it as a message') as string,
      });
      await link('earner-9', 'verified', await codeOf(userId, brand));
      expect(await follows(userId, brand)).toMatchObject({ value: { isFollowing: false } });
      const { projectId } = brand;
      const changed = [
        await changedAnswers({ service }, 'photosite', readPhotositeFollow, { userId, projectId }),
        await changedAnswers(
          { service },
          'photosite',
          readPhotositeAccount,
          { projectId, handle: 'verified' },
          { shown: ['name', 'profile_picture_url'] },
        ),
      ];
      expect(changed.flat()).toEqual([]);
      for (const [kind, status] of [
        ['outage', 'unavailable'],
        ['invalid_json', 'unavailable'],
        ['rate_limited', 'unavailable'],
        ['forbidden', 'unsupported'],
        ['not_available', 'hidden'],
      ] as const) {
        emulators.arm('photosite', { kind, route: 'profile' });
        expect(await follows(userId, brand)).toMatchObject({ status });
      }
      emulators.remove('photosite', 'messages', {});
      expect(await follows(userId, brand)).toMatchObject({ status: 'relink' });
      emulators.remove('photosite', 'accounts', { id: idOf('earner-9') });
      expect(await follows(userId, brand)).toMatchObject({ status: 'relink' });
      emulators.arm('photosite', { kind: 'revoked_token', route: 'profile' });
      expect(await follows(userId, brand)).toMatchObject({ status: 'unsupported' });
      expect(await follows(userId, brand)).toMatchObject({
        status: 'unsupported',
        detail: 'The team has to connect the project to the photo site again.',
      });
      await disconnect(brand);
    });
  });
});
