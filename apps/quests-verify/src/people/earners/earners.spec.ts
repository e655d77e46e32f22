import type { UserSnapshot } from '@questp/messages/identity';
import { setEarnerStatus } from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import fc from 'fast-check';
import { started } from '@questp/testing';
import { aSnapshot, aUser, aUserId, startStudio } from '../../testing/studio.fixture.js';
import { EarnerEvents } from './earner-events.js';

describe('earners', () => {
  const studio = started(startStudio);

  const event = (data: UserSnapshot, type: 'user.created' | 'user.updated' = 'user.updated') =>
    studio.deliver(EarnerEvents, type, data);
  const stored = (userId: string) => studio.db.row(sql`SELECT * FROM earner WHERE user_id = ${userId}`);
  const standing = (userId: string, points = 5) =>
    studio.db.execute(sql`
      INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
      VALUES (${newId()}, ${userId}, ${points}, 0, 1, now())`);
  const visible = async (userId: string) =>
    (await studio.db.rows<{ visible: boolean }>(sql`SELECT visible FROM standing WHERE user_id = ${userId}`)).map(
      (row) => row.visible,
    );

  it('follow identity: created, then changed', async () => {
    const userId = aUserId();
    await event(aSnapshot(userId, 1), 'user.created');
    expect(await stored(userId)).toMatchObject({ version: 1, username: 'name-1', status: 'active' });
    const wallets = [{ chainId: 'cosmoshub-4', address: 'cosmos1x' }];
    await event({ ...aSnapshot(userId, 2), primaryWallet: 'cosmos1x', wallets });
    expect(await stored(userId)).toMatchObject({ version: 2, username: 'name-2', primaryWallet: 'cosmos1x', wallets });
  });

  it('are not turned back by an older event, nor by the same one again', async () => {
    const userId = aUserId();
    await event(aSnapshot(userId, 5, 'suspended'));
    await event(aSnapshot(userId, 4), 'user.created');
    await event(aSnapshot(userId, 5, 'suspended'));
    expect(await stored(userId)).toMatchObject({ version: 5, username: 'name-5', status: 'suspended' });
  });

  it('leave every leaderboard with the suspension and come back with its end', async () => {
    const userId = aUserId();
    await event(aSnapshot(userId, 1));
    await standing(userId);
    await standing(userId);
    await standing(aUserId());
    expect(await studio.call(setEarnerStatus, { userId, status: 'suspended', version: 2 })).toBeNull();
    expect(await visible(userId)).toEqual([false, false]);
    await event(aSnapshot(userId, 1));
    expect(await visible(userId)).toEqual([false, false]);
    await event(aSnapshot(userId, 3));
    expect(await visible(userId)).toEqual([true, true]);
    expect(await studio.db.row(sql`SELECT count(*)::int AS n FROM standing WHERE NOT visible`)).toEqual({ n: 0 });
  });

  it('keep the status set directly until a newer version, and take the profile of the same one', async () => {
    const userId = aUserId();
    await studio.call(setEarnerStatus, { userId, status: 'suspended', version: 7 });
    expect(await stored(userId)).toMatchObject({ version: 7, status: 'suspended', username: null });
    await event(aSnapshot(userId, 6));
    expect(await stored(userId)).toMatchObject({ version: 7, status: 'suspended', username: null });
    await event(aSnapshot(userId, 7, 'suspended'));
    expect(await stored(userId)).toMatchObject({ version: 7, status: 'suspended', username: 'name-7' });
    await studio.call(setEarnerStatus, { userId, status: 'active', version: 6 });
    expect(await stored(userId)).toMatchObject({ status: 'suspended' });
  });

  it('known by a membership alone take the first event', async () => {
    const user = aUser({ status: 'suspended' });
    await studio.db.transaction((tx) => studio.earners.ensure(tx, user));
    await studio.db.transaction((tx) => studio.earners.ensure(tx, { ...user, status: 'active' }));
    expect(await stored(user.id)).toMatchObject({ version: 0, status: 'suspended' });
    await event(aSnapshot(user.id, 1));
    expect(await stored(user.id)).toMatchObject({ version: 1, status: 'active' });
  });

  it('end at the highest version, in whatever order and number events and calls arrive', async () => {
    const messages = fc.array(fc.record({ version: fc.integer({ min: 1, max: 6 }), direct: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    });
    const statusAt = (version: number) => (version % 2 ? 'active' : 'suspended');
    await fc.assert(
      fc.asyncProperty(messages, async (sent) => {
        const userId = aUserId();
        await standing(userId);
        await Promise.all(
          sent.map(({ version, direct }) =>
            direct
              ? studio.call(setEarnerStatus, { userId, status: statusAt(version), version })
              : event(aSnapshot(userId, version, statusAt(version))),
          ),
        );
        const highest = Math.max(...sent.map(({ version }) => version));
        expect(await stored(userId)).toMatchObject({ version: highest, status: statusAt(highest) });
        expect(await visible(userId)).toEqual([statusAt(highest) === 'active']);
      }),
      { numRuns: 30 },
    );
  });
});
