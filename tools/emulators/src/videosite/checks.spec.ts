import { Application, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import { DONE } from '../people.js';
import type { Emulators } from '../start-emulators.js';
import { BRAND, BRAND_VIDEO, idOf } from './collections.js';

const YOUTUBE = 'https://www.googleapis.com/auth/youtube';
const done = idOf(DONE);

describe('the API of the emulated video site', () => {
  let emulators: Emulators;
  let readonly: string;
  let wide: string;

  const signIn = async (scope: string): Promise<string> => {
    const paths = { authorize: 'accounts.google.com/o/oauth2/v2/auth', token: 'oauth2.googleapis.com/token' };
    const app = new Application(emulators, 'videosite', paths);
    const code = await app.code({ scope, login_hint: DONE.key });
    const answer = await app.exchange(code, { client_id: app.id, client_secret: app.secret });
    return ((await answer.json()) as Tokens).access_token;
  };

  beforeAll(async () => {
    emulators = await startWithCallback();
    [readonly, wide] = [await signIn(`${YOUTUBE}.readonly`), await signIn(`${YOUTUBE}.force-ssl`)];
  });
  afterAll(() => emulators.stop());
  beforeEach(() => {
    emulators.resetState();
    emulators.clearFaults();
  });

  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${emulators.url}/www.googleapis.com/youtube/v3/${path}`, { headers });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const mine = (path: string, token = readonly) => ask(path, { authorization: `Bearer ${token}` });
  const byKey = (path: string, key = emulators.environment['VIDEOSITE_API_KEY'] ?? '') =>
    ask(path, { 'x-goog-api-key': key });
  const refused = (code: number, reason: string) => ({ status: code, body: { error: { code, errors: [{ reason }] } } });

  it('returns the subscription of the caller to a channel', async () => {
    const path = `subscriptions?part=snippet&mine=true&forChannelId=${BRAND.id}`;
    expect((await mine(path)).body).toMatchObject({
      pageInfo: { totalResults: 1 },
      items: [{ kind: 'youtube#subscription', snippet: { resourceId: { channelId: BRAND.id }, channelId: done } }],
    });
    emulators.remove('videosite', 'subscriptions', { subscriber: done });
    expect((await mine(path)).body).toMatchObject({ pageInfo: { totalResults: 0 }, items: [] });
    expect(await byKey(path)).toMatchObject(refused(401, 'required'));
    expect(await mine(`subscriptions?part=snippet&channelId=${BRAND.id}`)).toMatchObject(
      refused(403, 'subscriptionForbidden'),
    );
  });

  it('returns the rating of the caller only with a scope that may change it', async () => {
    const path = `videos/getRating?id=${BRAND_VIDEO},OrbitVideo2`;
    expect((await mine(path, wide)).body).toMatchObject({
      items: [
        { videoId: BRAND_VIDEO, rating: 'like' },
        { videoId: 'OrbitVideo2', rating: 'none' },
      ],
    });
    expect(await mine(path)).toMatchObject(refused(403, 'insufficientPermissions'));
    expect((await mine('videos?part=id&myRating=like')).body).toMatchObject({ items: [{ id: BRAND_VIDEO }] });
  });

  it('returns the comments of a video and of all videos of a channel', async () => {
    const thread = {
      kind: 'youtube#commentThread',
      snippet: { videoId: BRAND_VIDEO, topLevelComment: { snippet: { authorChannelId: { value: done } } } },
    };
    emulators.put('videosite', 'comments', { video: BRAND_VIDEO, author: BRAND.id, text: 'Thank you' });
    const own = `commentThreads?part=snippet&videoId=${BRAND_VIDEO}&searchTerms=orbit`;
    expect((await byKey(own)).body).toMatchObject({ items: [thread] });
    const all = `commentThreads?part=snippet&allThreadsRelatedToChannelId=${BRAND.id}&maxResults=1`;
    const { body } = await byKey(all);
    expect(body).toMatchObject({ items: [{}], pageInfo: { totalResults: 2 } });
    expect((await byKey(`${all}&pageToken=${String(body['nextPageToken'])}`)).body).toMatchObject({ items: [thread] });
    const of = (video: string) => byKey(`commentThreads?part=snippet&videoId=${video}`);
    expect(await of('OrbitVideo2')).toMatchObject(refused(403, 'commentsDisabled'));
    expect(await of('NoVideoHere')).toMatchObject(refused(404, 'videoNotFound'));
  });

  it('returns channels by id and handle, and videos by id', async () => {
    const channel = { id: BRAND.id, snippet: { title: 'Orbit', customUrl: '@orbit' } };
    expect((await byKey(`channels?part=snippet&id=${BRAND.id}`)).body).toMatchObject({ items: [channel] });
    expect((await byKey('channels?part=snippet&forHandle=@Orbit')).body).toMatchObject({ items: [channel] });
    expect((await byKey('channels?part=snippet&forHandle=@nobody')).body).not.toHaveProperty('items');
    expect((await byKey(`videos?part=snippet,statistics&id=${BRAND_VIDEO}`)).body).toMatchObject({
      items: [{ snippet: { channelId: BRAND.id, title: 'What Orbit is' }, statistics: { likeCount: '1' } }],
    });
  });

  it('refuses requests with an invalid key, parameter or credential', async () => {
    expect(await byKey('channels?part=id', 'another')).toMatchObject(refused(400, 'badRequest'));
    expect(await ask('channels?part=id', {})).toMatchObject(refused(403, 'forbidden'));
    expect(await byKey('channels?part=id&mine=true')).toMatchObject(refused(401, 'required'));
    expect(await byKey('videos?part=id')).toMatchObject(refused(400, 'missingRequiredParameter'));
    expect(await byKey(`commentThreads?part=id&videoId=${BRAND_VIDEO}&maxResults=101`)).toMatchObject(
      refused(400, 'invalidValue'),
    );
    expect(await byKey(`commentThreads?part=id&videoId=${BRAND_VIDEO}&pageToken=x`)).toMatchObject(
      refused(400, 'invalidPageToken'),
    );
  });

  it('counts requests of people and of the application in one daily quota', async () => {
    emulators.put('videosite', 'settings', { quota: 3 });
    const path = 'i18nLanguages?part=snippet';
    const statuses = [await byKey(path), await mine(path), await byKey('videos?part=id'), await mine(path)];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 400, 403]);
    expect(statuses[3]).toMatchObject(refused(403, 'quotaExceeded'));
    expect(emulators.spent('videosite')).toBe(3);
  });
});
