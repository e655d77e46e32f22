import { started } from '@questp/testing';
import { startEdge, UPDATED_AT } from '../testing/edge.fixture.js';
import { bearer, uuid } from '../testing/gateway.fixture.js';

describe('answers that are known or compressed', () => {
  const edge = started(startEdge);

  it('answers a public read with an ETag, and 304 for as long as it would be the same', async () => {
    const { headers } = await edge.call('GET', '/v1/task-types');
    const etag = headers.get('etag') as string;
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    const ask = async (path: string, known: string) => {
      const answer = await fetch(`${edge.url}${path}`, { headers: { 'if-none-match': known } });
      return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') };
    };
    expect(await ask('/v1/task-types', `"other", ${etag}`)).toEqual({ status: 304, text: '', etag });
    expect(await ask('/v1/task-types', etag.slice(2))).toMatchObject({ status: 304 });
    expect(await ask('/v1/task-types', '"other"')).toMatchObject({ status: 200, etag });
    const quests = await edge.call('GET', '/v1/discover/quests');
    expect(quests.headers.get('cache-control')).toBe('private, no-cache');
    expect((await edge.call('GET', '/v1/users/me', { headers: bearer(edge.token) })).headers.get('etag')).toBeNull();
  });

  it('names the version of what a studio edits in its ETag, which If-Match hands on', async () => {
    const path = `/v1/projects/${uuid(5)}`;
    const { headers } = await edge.call('GET', path, { headers: bearer(edge.token) });
    const etag = headers.get('etag') as string;
    expect(etag).toMatch(new RegExp(`^"${Date.parse(UPDATED_AT).toString(36)}\\.[\\w-]{22}"$`));
    const versions = async (ifMatch?: string) => {
      const sent = {
        ...bearer(edge.token),
        'content-type': 'application/json',
        ...(ifMatch && { 'if-match': ifMatch }),
      };
      const changed = await edge.call('PATCH', path, { headers: sent, body: '{"name":"New"}' });
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, etag]);
      expect(changed.headers.get('cache-control')).toBe('no-store');
      return (edge.services.requests.at(-1)?.data as { ifMatch?: string[] } | undefined)?.ifMatch;
    };
    expect(await versions()).toBeUndefined();
    expect(await versions('*')).toBeUndefined();
    expect(await versions(`"abc.x", ${etag}`)).toEqual(['abc', Date.parse(UPDATED_AT).toString(36)]);
    expect(await versions('nonsense')).toEqual(['none']);
    expect(await versions('""')).toEqual(['none']);
  });

  it('compresses answers to public reads above 1 KB for who takes it, and nothing that could hold a secret', async () => {
    const encoding = async (path: string, accepted: string, init: RequestInit = {}) => {
      const headers = { ...bearer(edge.token), 'content-type': 'application/json', 'accept-encoding': accepted };
      const answer = await fetch(`${edge.url}${path}`, { ...init, headers });
      expect((await answer.text()).length).toBeGreaterThan(20);
      return answer.headers.get('content-encoding');
    };
    expect(await encoding('/v1/discover/campaigns', 'gzip, br')).toBe('br');
    expect(await encoding('/v1/discover/campaigns', 'gzip')).toBe('gzip');
    expect(await encoding('/v1/discover/campaigns', 'identity')).toBeNull();
    expect(await encoding('/v1/discover/quests', 'gzip, br')).toBeNull();
    const project = `/v1/projects/${uuid(5)}`;
    expect(await encoding(project, 'gzip, br')).toBeNull();
    expect(await encoding(project, 'gzip, br', { method: 'PATCH', body: '{"name":"New"}' })).toBeNull();
  });
});
