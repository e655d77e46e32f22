import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishImage } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { LOGGER, type Logger } from '@questp/service';
import { callConfirm, callPresign, newUser, picture } from '../testing/files.fixture.js';
import { startStores, type StoresUnderTest } from '../testing/stores.fixture.js';

const STORED = {
  endpoint: 'https://s3.example.org/',
  bucket: 'uploads',
  accessKeyId: 'key',
  secretAccessKey: 'canary-of-the-bucket',
};
/** Where uploads are sent with it. */
const ADDRESS = /^https:\/\/s3\.example\.org\/uploads\/[0-9a-f-]{36}\/incoming\?/;

describe('a storage that operators set', () => {
  let files: StoresUnderTest;
  beforeAll(async () => {
    files = await startStores();
  }, 60_000);
  afterAll(() => files.stop());
  afterEach(() => files.clear());

  const storeOf = async (id: string) =>
    (await files.service.db.row<{ store: string | null }>(sql`SELECT store FROM file WHERE id = ${id}`))?.store;
  const addresses = async () => {
    const uploads = await Promise.all(
      [files.service, files.second].map((replica) => callPresign(replica, newUser(), 'image/png', 10)),
    );
    return uploads.map(({ uploadUrl }) => uploadUrl);
  };
  const isUsable = (fileId: string, user: string) =>
    files.outcome(files.service.call(publishImage, { fileId, userId: user }));

  it('receives the new uploads of every replica from the moment it is set until it is cleared', async () => {
    const local = [expect.stringMatching(/^\/v1\/files\//), expect.stringMatching(/^\/v1\/files\//)];
    expect(await addresses()).toEqual(local);
    await files.set(STORED);
    expect(await addresses()).toEqual([expect.stringMatching(ADDRESS), expect.stringMatching(ADDRESS)]);
    await files.set({ bucket: 'others' });
    expect((await addresses()).join(' ')).toContain('https://s3.example.org/others/');
    await files.clear();
    expect(await addresses()).toEqual(local);
  });

  it('leaves earlier uploads in the storage where they began', async () => {
    const [user, content] = [newUser(), await picture('png')];
    const [sent, unsent] = [
      await files.presign(user, 'image/png', content.length),
      await files.presign(user, 'image/png', content.length),
    ];
    await files.put(sent, content);
    await files.set(STORED);
    await files.put(unsent, content);
    for (const { fileId } of [sent, unsent]) {
      expect(await callConfirm(files.second, user, fileId)).toMatchObject({ id: fileId });
      expect(await storeOf(fileId)).toBe('local');
      expect(await isUsable(fileId, user)).toBe('ok');
    }
  });

  it('a storage that operators set does not affect files without a stored storage, which stay in that of the environment', async () => {
    const [user, content] = [newUser(), await picture('png')];
    const upload = await files.presign(user, 'image/png', content.length);
    await files.put(upload, content);
    await files.service.db.execute(sql`UPDATE file SET store = NULL WHERE id = ${upload.fileId}`);
    await files.set(STORED);
    expect(await files.outcome(files.confirm(user, upload.fileId))).toBe('ok');
  });

  it('makes its files unavailable after it is removed, without deleting them or delaying others', async () => {
    const [user, content] = [newUser(), await picture('png')];
    const [lost, other] = [
      await files.presign(user, 'image/png', content.length),
      await files.presign(user, 'image/png', content.length),
    ];
    await files.service.db.execute(sql`UPDATE file SET store = 'https://gone.example/x' WHERE id = ${lost.fileId}`);
    expect(await files.outcome(files.confirm(user, lost.fileId))).toBe('SERVICE_UNAVAILABLE');
    const mine = sql`UPDATE file SET due_at = now(), incoming_until = now() WHERE user_id = ${user}`;
    await files.service.db.execute(mine);
    const logger = files.service.get<Logger>(LOGGER);
    const [warn, warned] = [logger.warn.bind(logger), [] as unknown[]];
    logger.warn = (details: { store: string }) => void warned.push(details.store);
    try {
      await files.service.purge();
    } finally {
      logger.warn = warn;
    }
    expect(await storeOf(lost.fileId)).toBe('https://gone.example/x');
    expect(await storeOf(other.fileId)).toBeUndefined();
    expect(warned).toEqual(['https://gone.example/x', 'https://gone.example/x']);
  });

  it('a storage that operators set is refused with a path in its endpoint or an invalid bucket name', async () => {
    const refused = { details: { errors: [expect.objectContaining({ code: 'FORMAT' })] } };
    const endpoints = ['https://s3.example.org/path', 'https://s3.example.org:99999', 's3'];
    for (const wrong of [...endpoints.map((endpoint) => ({ endpoint })), { bucket: 'a/b' }]) {
      await expect(files.set({ ...STORED, ...wrong })).rejects.toMatchObject(refused);
    }
  });

  it('answers 503 while its host has no address', async () => {
    await files.set({ ...STORED, endpoint: 'https://s3.invalid' });
    const user = newUser();
    const { fileId } = await files.presign(user, 'image/png', 10);
    expect(await files.outcome(files.confirm(user, fileId))).toBe('SERVICE_UNAVAILABLE');
    expect((await files.test()).outcome).toBe('no_answer');
  });

  it('keeps its sealed credential as long as it has files', async () => {
    await files.set(STORED);
    const { fileId } = await files.presign(newUser(), 'image/png', 10);
    await files.set({ bucket: 'without-files' });
    await files.clear();
    const kept = async () => {
      const later = sql`UPDATE former_bucket SET replaced_at = replaced_at - interval '1 hour'`;
      await files.service.db.execute(later);
      await files.service.purge();
      const rows = await files.service.db.rows<{ name: string }>(sql`SELECT * FROM former_bucket ORDER BY name`);
      expect(JSON.stringify(rows)).not.toContain(STORED.secretAccessKey);
      return rows.map(({ name }) => name);
    };
    expect(await kept()).toContain('https://s3.example.org/uploads');
    expect(await kept()).not.toContain('https://s3.example.org/without-files');
    await files.service.db.execute(sql`DELETE FROM file WHERE store = (SELECT store FROM file WHERE id = ${fileId})`);
    expect(await kept()).not.toContain('https://s3.example.org/uploads');
  });
});

it('A-71 a stored address inside our network is never requested', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const files = await startStores({});
  try {
    await files.set({ ...STORED, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const user = newUser();
    const { fileId } = await files.presign(user, 'image/png', 10);
    expect(await files.outcome(files.confirm(user, fileId))).toBe('SERVICE_UNAVAILABLE');
    const { outcome, detail } = await files.test();
    expect([outcome, detail]).toEqual(['no_answer', expect.stringContaining('not public')]);
    expect(asked).toBe(0);
  } finally {
    await files.stop();
    server.close();
  }
}, 60_000);
