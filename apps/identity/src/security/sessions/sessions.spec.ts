import { endOtherSessions, endSession, listSessions } from '@questp/messages/identity';
import { started } from '@questp/testing';
import { newWallet, principalOf, refusal, signIn, startIdentity } from '../../testing/identity.fixture.js';

describe('sessions', () => {
  const identity = started(startIdentity);

  const family = 'user' as const;
  const resolve = (token: string) => principalOf(identity, family, token);
  const sessionOf = async (token: string) => {
    const principal = await resolve(token);
    return principal && 'sessionId' in principal ? principal.sessionId : '';
  };

  it('lists own live sessions, newest first, in pages that stay right under inserts', async () => {
    const wallet = newWallet();
    const { user, token } = await signIn(identity, wallet);
    const sessionId = await sessionOf(token);
    const list = (request: { limit: number; cursor?: string }) =>
      identity.call(listSessions, { family, ownerId: user.id, sessionId, ...request });
    for (let i = 0; i < 4; i += 1) await signIn(identity, wallet);
    await signIn(identity);
    const first = await list({ limit: 2 });
    await signIn(identity, wallet);
    const second = await list({ limit: 3, cursor: first.nextCursor ?? '' });
    const sessions = [...first.items, ...second.items];
    const ids = sessions.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(ids.at(-1)).toBe(sessionId);
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, false, true]);
    expect(second.nextCursor).toBeNull();
    expect(await refusal(list({ limit: 2, cursor: 'x' }))).toBe('INVALID_CURSOR');
  });

  it('ends one own session, and none of another user', async () => {
    const [mine, yours] = [await signIn(identity), await signIn(identity)];
    const [mySession, yourSession] = [await sessionOf(mine.token), await sessionOf(yours.token)];
    const end = (sessionId: string) => identity.call(endSession, { family, ownerId: mine.user.id, sessionId });
    expect(await refusal(end(yourSession))).toBe('NOT_FOUND');
    expect(await resolve(yours.token)).not.toBeNull();
    await end(mySession);
    expect(await resolve(mine.token)).toBeNull();
    expect(identity.revoked().at(-1)).toEqual({ family, id: mine.user.id, sessionId: mySession });
    const session = { family, id: mine.user.id, sessionId: mySession };
    expect(await identity.events('principal.revoked', mine.user.id)).toEqual([session]);
    expect(await refusal(end(mySession))).toBe('NOT_FOUND');
  });

  it('ends all but the asking one', async () => {
    const wallet = newWallet();
    const current = await signIn(identity, wallet);
    const others = [await signIn(identity, wallet), await signIn(identity, wallet)];
    const sessionId = await sessionOf(current.token);
    identity.bus.broadcasts.length = 0;
    const reply = await identity.call(endOtherSessions, { family, ownerId: current.user.id, sessionId });
    expect(reply).toEqual({ ended: 2 });
    expect(identity.revoked()).toEqual([{ family, id: current.user.id }]);
    expect(await resolve(current.token)).not.toBeNull();
    for (const { token } of others) expect(await resolve(token)).toBeNull();
  });
});
