import { createTestDatabase, type TestDatabase } from '@questp/testing';
import { Client, Pool } from 'pg';
import { replayOf } from '../baseline/replay.js';
import { startRecorder, type Recorder } from './recorder.js';
import { scriptOf } from './script.js';

const INSERT = 'INSERT INTO visit (id, user_id, token, again) VALUES ($1, $2, $3, $4)';
const IDS = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];

describe('a recorded request', () => {
  let database: TestDatabase;
  let recorder: Recorder;
  /** Of a service, through the recorder. */
  let service: Client;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    recorder = await startRecorder(database.url);
    service = new Client({ connectionString: recorder.through(database.url) });
    await service.connect();
    pool = new Pool({ connectionString: database.url });
    await pool.query('CREATE TABLE visit (id uuid, user_id text, token bytea, again uuid)');
  });
  afterEach(() => pool.query('TRUNCATE visit'));
  afterAll(async () => {
    await service.end();
    await recorder.close();
    await pool.end();
    await database.drop();
  });

  /** Statements that the service sent meanwhile. */
  async function sentBy(work: () => Promise<unknown>) {
    const before = recorder.sent.length;
    await work();
    return recorder.sent.slice(before);
  }
  const visits = async () =>
    (await pool.query<{ user_id: string }>('SELECT * FROM visit ORDER BY user_id, token')).rows;

  it('is replayed with its transaction, for another id, and with what it made made anew', async () => {
    const sent = await sentBy(async () => {
      await service.query('SELECT 1');
      await service.query('BEGIN');
      await service.query({ name: 'insert', text: INSERT, values: [IDS[0], 'ann', Buffer.from([0, 255]), IDS[0]] });
      await service.query({ name: 'insert', text: INSERT, values: [IDS[1], 'ann', null, IDS[0]] });
      await service.query('COMMIT');
      await service.query('SELECT $1::text', ['somebody else']);
    });
    const script = scriptOf(sent, { userId: 'ann' });
    expect(script.map((steps) => steps.map(({ text, rows }) => [text, rows]))).toEqual([
      [
        ['BEGIN', 0],
        [INSERT, 1],
        [INSERT, 1],
        ['COMMIT', 0],
      ],
    ]);

    const replay = replayOf(script);
    expect(await replay(pool, { userId: 'bob' })).toEqual([]);
    const [own, ann, first, second] = [...(await visits())] as Record<string, unknown>[];
    expect([own, ann, first, second].map((row) => row?.['user_id'])).toEqual(['ann', 'ann', 'bob', 'bob']);
    expect(first).toMatchObject({ token: Buffer.from([0, 255]), again: first?.['id'] });
    expect(second).toMatchObject({ token: null, again: first?.['id'] });
    expect(first?.['id']).not.toBe(IDS[0]);
  });

  it('that had another outcome leaves nothing when it is replayed', async () => {
    const sent = await sentBy(async () => {
      await service.query('BEGIN');
      await service.query(INSERT, [IDS[0], 'ann', null, null]);
      await service.query('SELECT FROM visit WHERE user_id = $1', ['ann']);
      await service.query('COMMIT');
    });
    await pool.query(INSERT, [IDS[0], 'bob', null, null]);
    expect(await replayOf(scriptOf(sent, { userId: 'ann' }))(pool, { userId: 'bob' })).toBeUndefined();
    expect((await visits()).map(({ user_id: userId }) => userId)).toEqual(['ann', 'bob']);
  });

  it('gives the rows it reads, one list for each statement', async () => {
    const sent = await sentBy(() => service.query('SELECT n, $1 AS id FROM generate_series(1, $2::int) n', ['ann', 2]));
    expect(await replayOf(scriptOf(sent, { userId: 'ann' }))(pool, { userId: 'bob' })).toEqual([
      [
        { n: 1, id: 'bob' },
        { n: 2, id: 'bob' },
      ],
    ]);
  });

  it('is none when a statement of it failed', async () => {
    const sent = await sentBy(() => service.query('SELECT 1 / 0, $1::text', ['ann']).catch(() => undefined));
    expect(() => scriptOf(sent, { userId: 'ann' })).toThrow('failed');
  });
});
