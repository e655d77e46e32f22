import { decodeCursor, toPage } from '@questp/postgres';
import { newWallet, refusal, signIn, startIdentity, tokenHash, type TestIdentity } from '../identity.fixture.js';
import { TokensRepository } from '../tokens/tokens.repository.js';
import { EndSessions } from './end-sessions.js';
import { SessionsRepository } from './sessions.repository.js';

describe('sessions', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  const family = 'user' as const;
  const resolve = (token: string) => identity.get(TokensRepository).resolve('user', tokenHash(token));
  const sessionOf = async (token: string) => {
    const principal = await resolve(token);
    return principal && 'sessionId' in principal ? principal.sessionId : '';
  };
  const list = (ownerId: string, request: { limit: number; cursor?: string }) =>
    identity.get(SessionsRepository).list(family, ownerId, request);

  it('lists own live sessions, newest first, in pages that stay right under inserts', async () => {
    const wallet = newWallet();
    const { user, token } = await signIn(identity, wallet);
    for (let i = 0; i < 4; i += 1) await signIn(identity, wallet);
    await signIn(identity);
    const first = toPage(
      await list(user.id, { limit: 2 }),
      2,
      ({ id }) => [id],
      ({ id }) => id,
    );
    await signIn(identity, wallet);
    const cursor = first.nextCursor ?? '';
    const second = toPage(
      await list(user.id, { limit: 3, cursor }),
      3,
      ({ id }) => [id],
      ({ id }) => id,
    );
    const ids = [...first.items, ...second.items];
    expect(decodeCursor(cursor, ['uuid'])).toEqual([first.items[1]]);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(ids.at(-1)).toBe(await sessionOf(token));
    expect(second.nextCursor).toBeNull();
    expect(await refusal(list(user.id, { limit: 2, cursor: 'x' }))).toBe('INVALID_CURSOR');
  });

  it('ends one own session, and none of another user', async () => {
    const [mine, yours] = [await signIn(identity), await signIn(identity)];
    const [mySession, yourSession] = [await sessionOf(mine.token), await sessionOf(yours.token)];
    const end = (endId: string) =>
      identity.get(EndSessions).one({ family, ownerId: mine.user.id, sessionId: mySession, endId });
    expect(await refusal(end(yourSession))).toBe('NOT_FOUND');
    expect(await refusal(end('nonsense'))).toBe('NOT_FOUND');
    expect(await resolve(yours.token)).not.toBeNull();
    await end(mySession);
    expect(await resolve(mine.token)).toBeNull();
    expect(identity.bus.revoked.at(-1)).toEqual({ family, id: mine.user.id, sessionId: mySession });
    expect(await refusal(end(mySession))).toBe('NOT_FOUND');
  });

  it('ends all but the asking one', async () => {
    const wallet = newWallet();
    const current = await signIn(identity, wallet);
    const others = [await signIn(identity, wallet), await signIn(identity, wallet)];
    const sessionId = await sessionOf(current.token);
    identity.bus.revoked.length = 0;
    const reply = await identity.get(EndSessions).others({ family, ownerId: current.user.id, sessionId });
    expect(reply).toEqual({ ended: 2 });
    expect(identity.bus.revoked).toHaveLength(2);
    expect(await resolve(current.token)).not.toBeNull();
    for (const { token } of others) expect(await resolve(token)).toBeNull();
  });
});
