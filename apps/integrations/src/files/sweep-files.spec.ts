import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { deleteEvidence, handInEvidence, openEvidence, publishImage } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { newUser, PDF, picture, startFiles, type FilesUnderTest } from '../testing/files.fixture.js';
import { FileStores } from './storage/file-stores.js';
import { INCOMING } from './storage/storage.js';

describe('a file that is due', () => {
  let files: FilesUnderTest;
  beforeAll(async () => {
    files = await startFiles();
  }, 60_000);
  afterAll(() => files.stop());

  /** Ids of those that have a row, and of those that have contents. */
  const left = async () => ({
    rows: (await files.service.db.rows<{ id: string }>(sql`SELECT id FROM file ORDER BY id`)).map(({ id }) => id),
    contents: await files.stored(),
  });
  /** As if so much time had passed. */
  const later = (interval: string) =>
    files.service.db.execute(sql`UPDATE file SET due_at = due_at - ${interval}::interval`);
  const evidence = (user: string) => files.upload(user, 'application/pdf', PDF, 'evidence');
  const asked = (operation: string, userId: string) => ({
    operation,
    principal: { family: 'user', userId, sessionId: randomUUID(), status: 'active' } as const,
  });

  it('a file is deleted if it was never confirmed, or not used within a day, and kept if it is in use', async () => {
    const user = newUser();
    const content = await picture('png');
    const pending = await files.presign(user, 'image/png', content.length);
    await files.put(pending, content);
    const unused = await files.upload(user, 'image/png', content);
    const shown = await files.upload(user, 'image/png', content);
    await files.service.call(publishImage, { fileId: shown.id, userId: user });
    const handedIn = await evidence(user);
    await files.service.call(handInEvidence, { fileIds: [handedIn.id], userId: user, projectId: randomUUID() });
    const used = [shown.id, handedIn.id].sort();

    await later('70 minutes');
    await files.service.purge();
    expect((await left()).rows).toEqual([pending.fileId, unused.id, ...used].sort());
    await later('10 minutes');
    await files.service.purge();
    expect(await left()).toEqual({ rows: [unused.id, ...used].sort(), contents: [unused.id, ...used].sort() });
    await later('1 day');
    expect(await files.outcome(files.service.call(publishImage, { fileId: unused.id, userId: user }))).toBe(
      'FILE_NOT_USABLE',
    );
    await files.service.purge();
    expect(await left()).toEqual({ rows: used, contents: used });
  });

  it('loses a content that was uploaded after its confirmation, and keeps the confirmed one', async () => {
    const [user, content] = [newUser(), await picture('png')];
    const { id, sha256 } = await files.upload(user, 'image/png', content);
    await files.service.call(publishImage, { fileId: id, userId: user });
    await files.service.get(FileStores).environment.storage.write(id, INCOMING, Readable.from([content]));
    await files.service.purge();
    expect(await files.namesOf(id)).toEqual([sha256, INCOMING].sort());
    await files.service.db.execute(sql`UPDATE file SET incoming_until = incoming_until - interval '75 minutes'`);
    await files.service.purge();
    expect(await files.namesOf(id)).toEqual([sha256]);
  });

  it('keeps its row until its contents are gone', async () => {
    const { id } = await evidence(newUser());
    await later('2 days');
    const storage = files.service.get(FileStores).environment.storage;
    const removeAll = storage.removeAll.bind(storage);
    storage.removeAll = () => Promise.reject(new Error('the disk is gone'));
    try {
      await files.service.purge();
    } finally {
      storage.removeAll = removeAll;
    }
    expect((await left()).rows).toContain(id);
    await files.service.purge();
    expect((await left()).rows).not.toContain(id);
    expect((await left()).contents).not.toContain(id);
  });

  it('evidence is unavailable at once when its user deletes it; evidence of others stays', async () => {
    const [user, other] = [newUser(), newUser()];
    const [first, second, theirs] = [await evidence(user), await evidence(user), await evidence(other)];
    const shown = await files.upload(user, 'image/png', await picture('png'));
    const projectId = randomUUID();
    await files.service.call(handInEvidence, { fileIds: [first.id], userId: user, projectId });
    const remove = () => files.service.call(deleteEvidence, { userId: user }, asked('deleteMyEvidence', user));
    expect(await remove()).toEqual({ deleted: 2 });
    expect(await remove()).toEqual({ deleted: 0 });
    for (const { id } of [first, second]) {
      const open = files.service.call(openEvidence, { fileId: id, userId: user }, asked('getEvidence', user));
      expect(await files.outcome(open)).toBe('NOT_FOUND');
      const again = files.service.call(handInEvidence, { fileIds: [id], userId: user, projectId });
      expect(await files.outcome(again)).toBe('FILE_NOT_USABLE');
    }
    await files.service.purge();
    const { rows, contents } = await left();
    for (const { id } of [first, second]) expect([...rows, ...contents]).not.toContain(id);
    expect(rows).toEqual(expect.arrayContaining([theirs.id, shown.id]));
  });

  it('a file is deleted by the purge that deletes old upload quotas', async () => {
    const user = newUser();
    await files.presign(user, 'image/png', 10);
    const quotas = () => files.service.db.rows(sql`SELECT FROM file_quota WHERE user_id = ${user}`);
    await files.service.purge();
    expect(await quotas()).toHaveLength(1);
    await files.service.db.execute(
      sql`UPDATE file_quota SET since = now() - interval '1 hour' WHERE user_id = ${user}`,
    );
    await files.service.purge();
    expect(await quotas()).toHaveLength(0);
  });
});
