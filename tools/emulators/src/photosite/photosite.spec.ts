import { createHmac } from 'node:crypto';
import { Application, bearer, startWithCallback } from '../testing/client.fixture.js';
import { DONE, PEOPLE } from '../people.js';
import { Receiver } from '../testing/receiver.fixture.js';
import type { Emulators } from '../start-emulators.js';
import { idOf, scopedId } from './accounts.js';
import { CREDENTIALS } from './credentials.js';

const SCOPE = 'instagram_business_basic,instagram_business_manage_messages';
const brand = idOf(PEOPLE[0] ?? DONE);
const done = idOf(DONE);
const igsid = scopedId(done, brand);

describe('the emulated photo site', () => {
  let emulators: Emulators;
  let receiver: Receiver;
  let app: Application;

  beforeAll(async () => {
    [emulators, receiver] = await Promise.all([startWithCallback(), new Receiver().start()]);
  });
  afterAll(() => Promise.all([emulators.stop(), receiver.stop()]));
  beforeEach(() => {
    emulators.resetState();
    emulators.clearFaults();
    receiver.clear();
    const paths = { authorize: 'www.instagram.com/oauth/authorize', token: 'api.instagram.com/oauth/access_token' };
    app = new Application(emulators, 'photosite', paths);
  });

  const { appId: id, appSecret: secret } = CREDENTIALS;
  const appToken = `${id}|${secret}`;
  const exchange = async (login_hint = 'verified', scope = SCOPE, form: object = {}) => {
    const code = await app.code({ scope, login_hint, client_id: id });
    const answer = await app.exchange(code, { client_id: id, client_secret: secret, ...form });
    return { status: answer.status, body: (await answer.json()) as { access_token: string } };
  };
  const signIn = async (login_hint?: string, scope?: string) => (await exchange(login_hint, scope)).body.access_token;
  const send = async (method: string, path: string, body?: object) => {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`${emulators.url}/${path}`, { method, ...init });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const graph = (path: string, token: string) =>
    send('GET', `graph.instagram.com/v23.0/${path}${path.includes('?') ? '&' : '?'}access_token=${token}`);
  const write = (text = 'code 123456') => emulators.put('photosite', 'messages', { from: done, to: brand, text });
  const refused = (code: number) => ({ body: { error: { code, fbtrace_id: expect.any(String) as string } } });

  it('gives a token of an hour for a code, and one of sixty days for that', async () => {
    const short = await exchange();
    expect(short.body).toEqual({
      access_token: expect.stringMatching(/^IGAA/) as string,
      user_id: brand,
      permissions: SCOPE,
    });
    const query = `grant_type=ig_exchange_token&client_secret=${secret}&access_token=${short.body.access_token}`;
    const long = await send('GET', `graph.instagram.com/access_token?${query}`);
    expect(long.body).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 });
    const token = String(long.body['access_token']);
    const again = await send(
      'GET',
      `graph.instagram.com/refresh_access_token?grant_type=ig_refresh_token&access_token=${token}`,
    );
    expect(again.body).toMatchObject({ expires_in: 5_183_944 });
    expect(
      await send('GET', 'graph.instagram.com/refresh_access_token?grant_type=ig_refresh_token&access_token=x'),
    ).toMatchObject(refused(190));
    expect(await exchange('verified', SCOPE, { client_secret: 'wrong' })).toMatchObject({
      status: 400,
      body: { error_type: 'OAuthException' },
    });
    expect(await exchange('verified', SCOPE, { code: 'another' })).toMatchObject({ status: 400 });
  });

  it('returns professional accounts only', async () => {
    const token = await signIn();
    expect(await graph('me?fields=user_id,username,account_type', token)).toMatchObject({
      status: 200,
      body: { user_id: brand, username: 'verified', account_type: 'BUSINESS' },
    });
    const answer = await fetch(`${emulators.url}/graph.instagram.com/me`, { headers: bearer(token) });
    expect(await answer.json()).toEqual({ id: '9841400000000001' });
    expect(await graph('me', await signIn('no-channel'))).toMatchObject(refused(100));
    expect(await graph('me?fields=secret', token)).toMatchObject(refused(100));
    expect(await graph('me', 'another')).toMatchObject({ status: 400, ...refused(190) });
  });

  it('returns whether a person follows the account, after they have written to it', async () => {
    const token = await signIn();
    const profile = () => graph(`${igsid}?fields=name,username,is_user_follow_business`, token);
    expect(await profile()).toMatchObject({
      status: 400,
      body: { error: { code: 230, message: 'User consent is required to access user profile' } },
    });
    write();
    expect(await profile()).toMatchObject({ body: { username: 'earner_1', is_user_follow_business: true } });
    emulators.remove('photosite', 'follows', { follower: done });
    expect(await profile()).toMatchObject({ body: { is_user_follow_business: false } });
    expect(await graph('7000000000000?fields=name', token)).toMatchObject(refused(100));
    expect(await graph(igsid, await signIn('verified', 'instagram_business_basic'))).toMatchObject({
      status: 403,
      ...refused(10),
    });
  });

  it('writes to people for a day after they have written', async () => {
    const token = await signIn();
    const reply = () =>
      send('POST', `graph.instagram.com/me/messages?access_token=${token}`, {
        recipient: { id: igsid },
        message: { text: 'Thank you' },
      });
    expect(await reply()).toMatchObject(refused(100));
    write();
    expect(await reply()).toMatchObject({ body: { recipient_id: igsid, message_id: expect.any(String) as string } });
    expect(emulators.items('photosite', 'sent')).toMatchObject([{ from: brand, to: done, text: 'Thank you' }]);
    emulators.remove('photosite', 'messages', {});
    emulators.put('photosite', 'messages', { from: done, to: brand, text: 'Old', at: Date.now() - 86_500_000 });
    expect(await reply()).toMatchObject({ body: { error: { code: 10, error_subcode: 2_534_022 } } });
  });

  it('gives the application a token, and verifies its webhook', async () => {
    const asked = (client_secret: string) =>
      send(
        'GET',
        `graph.facebook.com/oauth/access_token?grant_type=client_credentials&client_id=${id}&client_secret=${client_secret}`,
      );
    expect(await asked(secret)).toMatchObject({ body: { access_token: appToken } });
    expect(await asked('wrong')).toMatchObject({ status: 400 });
    const path = `graph.facebook.com/v23.0/${id}/subscriptions`;
    const callback = {
      object: 'instagram',
      callback_url: `${receiver.url}/photosite`,
      verify_token: 'mine',
      fields: 'messages',
      access_token: appToken,
    };
    receiver.answer = (query) => ({
      status: 200,
      body: query.get('hub.verify_token') === 'mine' ? String(query.get('hub.challenge')) : '',
    });
    expect(await send('POST', path, { ...callback, verify_token: 'another' })).toMatchObject(refused(2_200));
    expect(await send('POST', path, { ...callback, access_token: 'another' })).toMatchObject(refused(190));
    expect(await send('POST', path, callback)).toMatchObject({ body: { success: true } });
    expect(await send('GET', `${path}?access_token=${appToken}`)).toMatchObject({
      body: { data: [{ callback_url: callback.callback_url, active: true }] },
    });
    expect(await send('DELETE', `${path}?access_token=${appToken}`)).toMatchObject({ body: { success: true } });
  });

  it('sends what people write to accounts that are subscribed, signed, until it is accepted', async () => {
    const token = await signIn();
    emulators.put('photosite', 'callbacks', { url: `${receiver.url}/photosite` });
    write('before');
    const subscribe = `graph.instagram.com/me/subscribed_apps?subscribed_fields=messages&access_token=${token}`;
    expect(await send('POST', subscribe)).toMatchObject({ body: { success: true } });
    receiver.statuses.push(500);
    write('after');
    const [first, second] = await receiver.until(2);
    expect(second).toMatchObject({
      path: '/photosite',
      body: {
        object: 'instagram',
        entry: [
          { id: brand, messaging: [{ sender: { id: igsid }, recipient: { id: brand }, message: { text: 'after' } }] },
        ],
      },
    });
    expect(second?.body).toEqual(first?.body);
    const signature = createHmac('sha256', secret)
      .update(second?.text ?? '')
      .digest('hex');
    expect(second?.headers['x-hub-signature-256']).toBe(`sha256=${signature}`);
    expect(await graph('me/subscribed_apps', token)).toMatchObject({
      body: { data: [{ subscribed_fields: ['messages'] }] },
    });
    await send('DELETE', `graph.instagram.com/me/subscribed_apps?access_token=${token}`);
    expect(await graph('me/subscribed_apps', token)).toMatchObject({ body: { data: [] } });
  });

  it('shows a page for another client, and is limited by the hour', async () => {
    expect((await app.authorize({ scope: SCOPE, client_id: 'another' })).status).toBe(400);
    const token = await signIn('earner-7');
    for (let asked = 0; asked < 200; asked += 1) await graph('me', token);
    expect(await graph('me', token)).toMatchObject({ status: 403, ...refused(4) });
  });
});
