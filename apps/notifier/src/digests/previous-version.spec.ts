import { newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { notifier } from '../service.js';
import { DigestChoicesRepository } from './digest-choices.repository.js';
import { DigestsRepository } from './digests.repository.js';

const RECENT = sql`FROM unnest(mailed_at) AS at WHERE at > now() - interval '1 day'`;
const OWN_NEWS = sql`EXISTS (SELECT FROM news_item AS i WHERE i.user_id = news_reader.user_id)`;

/** The statements that the version before migration 020 sends, with the views under its names of the tables. */
describe('the previous version, which calls the tables of digests news_*,', () => {
  let service: TestService<unknown>;
  let users = 0;
  const newUser = () => `svcuser_${String((users += 1)).padStart(32, '0')}`;
  const db = () => service.db;
  const digests = () => service.get(DigestsRepository);

  beforeAll(async () => {
    service = await startTestService(notifier, { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  });
  afterAll(() => service.stop());

  const add = (userId: string, body: string, group: string | null = null) =>
    db().execute(sql`
      WITH added AS (
        INSERT INTO news_item (id, user_id, type, title, body, group_key)
        SELECT incoming.* FROM unnest(${[newId()]}::uuid[], ${[userId]}::text[], ${['campaign.ended']}::text[],
          ${['Ended']}::text[], ${[body]}::text[], ${[group]}::text[])
          AS incoming (id, user_id, type, title, body, group_key)
        WHERE coalesce(
          (SELECT c.mailed FROM news_choice AS c
           WHERE c.user_id = incoming.user_id AND c.type IN (incoming.type, '*') ORDER BY c.type DESC LIMIT 1), true)
        ORDER BY incoming.user_id
        ON CONFLICT (user_id, type, group_key) WHERE group_key IS NOT NULL
        DO UPDATE SET title = excluded.title, body = excluded.body, created_at = now()
        RETURNING user_id)
      INSERT INTO news_reader AS r (user_id, due_at)
      SELECT DISTINCT user_id, now() + interval '10 minutes' FROM added ORDER BY user_id
      ON CONFLICT (user_id) DO UPDATE SET due_at = least(r.due_at, excluded.due_at)`);

  const makeDue = (userId: string) =>
    db().execute(sql`UPDATE news_reader SET due_at = now() WHERE user_id = ${userId}`);

  const claim = () =>
    db().rows<{ userId: string }>(sql`
      UPDATE news_reader SET due_at = now() + interval '1 minute'
      WHERE user_id IN (
        SELECT user_id FROM news_reader WHERE due_at <= now() ORDER BY due_at LIMIT 10 FOR UPDATE SKIP LOCKED)
      RETURNING user_id`);

  const choose = (userId: string, mailed: boolean) =>
    db().execute(sql`
      INSERT INTO news_choice (user_id, type, mailed)
      SELECT ${userId}, topic, ${mailed}::boolean FROM unnest(${['campaign.ended']}::text[]) AS topic ORDER BY topic
      ON CONFLICT (user_id, type) DO UPDATE SET mailed = excluded.mailed`);

  it('queues items that this version takes, and updates those of a group', async () => {
    const userId = newUser();
    await add(userId, 'One.', 'g');
    await add(userId, 'Two.', 'g');
    await add(userId, 'Three.');
    await makeDue(userId);
    expect(await digests().claim(10)).toEqual([userId]);
    expect(await digests().unsubscribeKey(userId)).toHaveLength(32);
    const items = await db().transaction((tx) => digests().take(tx, userId));
    expect(items.map(({ body }) => body)).toEqual(['Two.', 'Three.']);
  });

  it('skips a reader that a replica of this version has locked', async () => {
    const [locked, free] = [newUser(), newUser()];
    for (const userId of [locked, free]) {
      await add(userId, 'One.');
      await makeDue(userId);
    }
    await db().transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM digest_reader WHERE user_id = ${locked} FOR UPDATE`);
      expect(await claim()).toEqual([{ userId: free }]);
    });
    expect(await claim()).toEqual([{ userId: locked }]);
  });

  it('admits, postpones, takes and drops items', async () => {
    const userId = newUser();
    await add(userId, 'One.');
    const admitted = await db().row<{ unsubscribeKey: Buffer }>(sql`
      UPDATE news_reader SET due_at = NULL,
        mailed_at = ARRAY(SELECT at ${RECENT}) || CASE WHEN ${OWN_NEWS} THEN ARRAY[now()] ELSE '{}' END,
        unsolicited_mailed_at = CASE WHEN ${OWN_NEWS} THEN unsolicited_mailed_at ELSE now() END
      WHERE user_id = ${userId} AND due_at IS NOT NULL AND CASE
        WHEN ${OWN_NEWS} THEN (SELECT count(*) ${RECENT}) < 5
        ELSE coalesce(unsolicited_mailed_at <= now() - interval '1 day', true) END
      RETURNING unsubscribe_key`);
    expect(admitted?.unsubscribeKey).toEqual(await digests().unsubscribeKey(userId));
    await makeDue(userId);
    await db().execute(sql`
      UPDATE news_reader SET due_at = interval '1 day' + CASE
        WHEN ${OWN_NEWS} THEN (SELECT min(at) ${RECENT}) ELSE unsolicited_mailed_at END
      WHERE user_id = ${userId} AND due_at IS NOT NULL`);
    const dueAt = sql`SELECT FROM digest_reader WHERE user_id = ${userId} AND due_at > now() + interval '23 hours'`;
    expect(await db().rows(dueAt)).toHaveLength(1);
    const taken = await db().rows<{ body: string }>(sql`
      WITH taken AS (DELETE FROM news_item WHERE user_id = ${userId} RETURNING id, body, created_at)
      SELECT body FROM taken WHERE created_at > now() - interval '1 day' ORDER BY id`);
    expect(taken).toEqual([{ body: 'One.' }]);
    await db().execute(sql`
      UPDATE news_reader SET due_at = NULL WHERE user_id IN (
        SELECT user_id FROM news_reader WHERE user_id = ANY (${[userId]}::text[]) ORDER BY user_id FOR UPDATE)`);
    await db().execute(sql`DELETE FROM news_reader WHERE user_id = ANY (${[userId]}::text[]) AND due_at IS NULL`);
    expect(await digests().unsubscribeKey(userId)).toBeUndefined();
  });

  it('stores a choice of mails that this version reads, and keeps it out of the queue', async () => {
    const userId = newUser();
    await choose(userId, true);
    await choose(userId, false);
    expect(await service.get(DigestChoicesRepository).mailed(db(), userId)).not.toContain('campaign.ended');
    await add(userId, 'One.');
    expect(await digests().unsubscribeKey(userId)).toBeUndefined();
  });

  it('deletes the rows of a user and expired items', async () => {
    const userId = newUser();
    await add(userId, 'One.');
    await db().execute(sql`UPDATE news_item SET created_at = now() - interval '1 day' WHERE user_id = ${userId}`);
    await db().execute(sql`DELETE FROM news_item WHERE created_at <= now() - interval '1 day'`);
    expect(await db().rows(sql`SELECT FROM digest_item WHERE user_id = ${userId}`)).toEqual([]);
    await db().execute(sql`DELETE FROM news_reader WHERE user_id = ${userId}`);
    expect(await digests().unsubscribeKey(userId)).toBeUndefined();
  });
});
