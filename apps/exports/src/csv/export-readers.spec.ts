import { once } from 'node:events';
import type { AppError } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import { started, waitFor } from '@questp/testing';
import { MANY, refusal, startExports, text } from '../testing/exports.fixture.js';

describe('an export', () => {
  const stage = started(startExports);
  beforeEach(() => stage.clear());

  it('A-84 is of one moment, whatever is written while it runs', async () => {
    const user = await stage.manySubmissions();
    const reading = await stage.open(await stage.submissions());
    await once(reading, 'readable');
    await stage.submitted(user);
    // None of their cells has a line break; the last element is empty.
    expect((await text(reading)).split('\r\n')).toHaveLength(1 + MANY + 1);
  });

  /** Milliseconds from the disconnection of the reader until the database works no more for it. */
  const leave = async (gone: AbortController) => {
    expect(await stage.running()).toBe(1);
    const left = performance.now();
    gone.abort();
    await waitFor(async () => (await stage.running()) === 0);
    return performance.now() - left;
  };

  it('A-82 ends in the database within 2 s when its reader leaves, and frees its place', async () => {
    await stage.manySubmissions();
    const gone = new AbortController();
    const reading = await stage.open(await stage.submissions(), gone.signal);
    reading.on('error', () => undefined);
    await once(reading, 'readable');
    expect(await leave(gone)).toBeLessThan(2_000);
    expect(await refusal(stage.open(await stage.submissions()).then((bytes) => bytes.destroy()))).toBe('done');
  });

  it('A-82 ends in the database within 2 s when its reader leaves before the first row', async () => {
    const gone = new AbortController();
    await stage.owner.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE submission IN ACCESS EXCLUSIVE MODE`);
      const opened = refusal(stage.open(await stage.submissions(), gone.signal));
      await waitFor(async () => (await stage.running()) === 1);
      expect(await leave(gone)).toBeLessThan(2_000);
      expect(await opened).toBe('SERVICE_UNAVAILABLE');
    });
  });

  it('A-82 breaks off when the database ends it in the middle: never a shorter file', async () => {
    await stage.manySubmissions();
    const reading = await stage.open(await stage.submissions());
    await once(reading, 'readable');
    await stage.owner.execute(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'COPY (%' AND state = 'active'`);
    await expect(text(reading)).rejects.toThrow('aborted');
  });

  it('runs twice at a time for one project, and no more', async () => {
    await stage.manySubmissions();
    const tickets = await Promise.all(Array.from({ length: 8 }, () => stage.submissions()));
    const opened = await Promise.allSettled(tickets.map((ticket) => stage.open(ticket)));
    const done = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = opened.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []));
    expect(done).toHaveLength(2);
    for (const { code, details } of refused) {
      expect({ code, retryAfter: details.retryAfter }).toEqual({ code: 'RATE_LIMITED', retryAfter: 5 });
    }
    for (const bytes of done) bytes.destroy();
    await waitFor(async () => (await stage.running()) === 0);
  });

  describe('of payouts', () => {
    const manyPayouts = async () => {
      const planId = await stage.payoutPlan();
      await stage.owner.execute(sql`
        INSERT INTO escrow.payout (plan_id, rank, user_id, points, address, address_source, amount, status, tx_hash)
        SELECT ${planId}, n, 'svcuser_' || lpad(to_hex(n), 32, '0'), 1, 'cosmos1' || n, 'wallet', 1, 'pending',
          repeat('A', 8000)
        FROM generate_series(1, ${MANY}::integer) n`);
    };
    const manifests = async () => (await stage.manifests({ kind: 'distribution' })).map(({ id }) => id);

    it('A-82 leaves no manifest when its reader leaves, and frees its place', async () => {
      await manyPayouts();
      const before = await manifests();
      for (let n = 0; n < 3; n += 1) {
        const gone = new AbortController();
        const reading = await stage.open(await stage.distribution(), gone.signal);
        reading.on('error', () => undefined);
        await once(reading, 'readable');
        await leave(gone);
      }
      expect(await manifests()).toEqual(before);
      const ticket = await stage.distribution();
      expect((await stage.fileOf(ticket)).split('\r\n')).toHaveLength(1 + MANY + 1);
      expect(await manifests()).toEqual([ticket.manifestId, ...before]);
    });

    it('A-84 is of one moment, whatever is paid while it runs', async () => {
      await manyPayouts();
      const reading = await stage.open(await stage.distribution());
      await once(reading, 'readable');
      await stage.owner.execute(sql`UPDATE escrow.payout SET status = 'paid', paid_at = now(), tx_hash = 'AB'`);
      const file = await text(reading);
      expect(file.split('\r\n')).toHaveLength(1 + MANY + 1);
      expect(file).not.toContain('paid,');
      expect(await stage.fileOf(stage.distribution())).toContain('paid,AB');
    });
  });
});
