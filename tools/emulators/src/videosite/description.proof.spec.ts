import { Application, startWithCallback, type Tokens } from '../testing/client.fixture.js';
import { DONE } from '../people.js';
import { publishedFile } from '../published-file.js';
import type { Emulators } from '../start-emulators.js';

/** The members of each resource, with their types. */
type Resources = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads the interfaces of the client's types. */
function readResources(types: string): Resources {
  const interfaces = types.matchAll(/export interface (Schema\$\w+) \{(.*?)\n {4}\}/gs);
  return new Map(
    [...interfaces].map(([, name = '', body = '']) => {
      const bare = body.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/: \{[^{}]*\}/g, ': object');
      const members = bare.matchAll(/(\w+)\?: ([^;]+);/g);
      return [name, new Map([...members].map(([, member = '', type = '']) => [member, type]))];
    }),
  );
}

/** Paths of the value that do not have the type. */
function problemsOf(resources: Resources, type: string, value: unknown, path = ''): string[] {
  const [wanted = ''] = type.split(' | null');
  const item = /^(?:Array<(.+)>|(.+)\[\])$/.exec(wanted);
  if (item) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((one, index) => problemsOf(resources, item[1] ?? item[2] ?? '', one, `${path}/${index}`));
  }
  const members = resources.get(wanted);
  if (members === undefined) return typeof value === wanted ? [] : [`${path} is not a ${wanted}`];
  if (typeof value !== 'object' || value === null) return [`${path} is no ${wanted}`];
  return Object.entries(value).flatMap(([name, one]) => {
    const memberType = members.get(name);
    return memberType === undefined
      ? [`${path}/${name} is not in ${wanted}`]
      : problemsOf(resources, memberType, one, `${path}/${name}`);
  });
}

describe('the emulated video site and its published types', () => {
  let emulators: Emulators;
  let resources: Resources;
  let token: string;

  beforeAll(async () => {
    const types = await publishedFile({
      name: '@googleapis/youtube',
      version: '39.0.0',
      integrity: 'sha512-ROGXvKLwOWOS4dSEexWS4ZF061ZGaTmGzkdOiTB6OvpimzmbnVyMioRRi0q+/sZ6C1CwffOb8+WYo5SPiZlTag==',
      file: 'build/v3.d.ts',
    });
    resources = readResources(types);
    emulators = await startWithCallback();
    const paths = { authorize: 'accounts.google.com/o/oauth2/v2/auth', token: 'oauth2.googleapis.com/token' };
    const app = new Application(emulators, 'videosite', paths);
    const code = await app.code({ scope: 'https://www.googleapis.com/auth/youtube.force-ssl', login_hint: DONE.key });
    const answer = await app.exchange(code, { client_id: app.id, client_secret: app.secret });
    token = ((await answer.json()) as Tokens).access_token;
  });
  afterAll(() => emulators.stop());

  it.each([
    ['ChannelListResponse', 'channels?part=id,snippet,contentDetails,statistics,status&mine=true'],
    ['SubscriptionListResponse', 'subscriptions?part=id,snippet,contentDetails&mine=true'],
    ['VideoListResponse', 'videos?part=id,snippet,contentDetails,statistics,status&id=OrbitVideo1'],
    ['VideoGetRatingResponse', 'videos/getRating?id=OrbitVideo1'],
    ['CommentThreadListResponse', 'commentThreads?part=id,snippet&videoId=OrbitVideo1'],
    ['I18nLanguageListResponse', 'i18nLanguages?part=snippet'],
  ])('answers a %s with members of their types', async (type, path) => {
    const url = `${emulators.url}/www.googleapis.com/youtube/v3/${path}`;
    const answer: unknown = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json();
    expect(resources.get(`Schema$${type}`)?.size).toBeGreaterThan(2);
    expect(problemsOf(resources, `Schema$${type}`, answer)).toEqual([]);
    expect(problemsOf(resources, `Schema$${type}`, { surplus: 1, kind: 2 })).toHaveLength(2);
  });
});
