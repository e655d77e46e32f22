import { sql } from '@questp/postgres';
import { Client } from 'pg';
import { CLIENT, startIdentity, type TestIdentity } from '../testing/identity.fixture.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import { EMPTY_CHAIN, nextLink, readHead, writeHead, type AuditHead } from './audit-link.js';
import { AuditRepository } from './audit.repository.js';
import { ChainEntries } from './chain-entries.js';
import { verifyAudit } from './verify-audit.js';

describe('the chain of the audit log', () => {
  let identity: TestIdentity;
  let beside: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
    beside = await startIdentity({}, { database: identity.database });
  }, 60_000);
  beforeEach(() => tamper('TRUNCATE audit_log, audit_chain, audit_unchained'));
  afterAll(async () => {
    await beside.stop();
    await identity.stop();
  });

  const add = (subjectId: string, { get, db } = identity) =>
    db.transaction((tx) =>
      get(AuditRepository).add(tx, {
        action: 'user.suspended',
        actor: { type: 'system', id: null },
        subjectId,
        client: CLIENT,
        details: { reason: `"${subjectId}", 1.50`, z: 1, a: null },
      }),
    );
  const chainAll = async () => {
    while (await identity.get(ChainEntries).execute());
  };
  const verify = (kept?: AuditHead) => verifyAudit(identity.get(AuditChainRepository), kept);
  const links = () => identity.get(AuditChainRepository).linksAfter(0, 1_000);
  const chained = async (count: number) => {
    for (let n = 1; n <= count; n += 1) await add(`subject-${n}`);
    await chainAll();
    return { head: await verify(), ids: (await links()).map(({ id }) => id) };
  };

  /** Changes that only the owner of the database can make. */
  const tamper = async (...statements: string[]) => {
    const superuser = new Client({ connectionString: identity.database?.url });
    await superuser.connect();
    try {
      await superuser.query(`SET search_path = identity; SET session_replication_role = replica`);
      for (const statement of statements) await superuser.query(statement);
    } finally {
      await superuser.end();
    }
  };

  it.each([
    `at = at + interval '1 microsecond'`,
    `action = 'user.reactivated'`,
    `actor_type = 'admin'`,
    `actor_id = ''`,
    `subject_id = subject_id || ' '`,
    `ip = NULL`,
    `user_agent = 'Other/1.0'`,
    `details = details || '{"z": 2}'`,
  ])('names the altered audit log entry when a row is edited to have %s', async (change) => {
    const { ids } = await chained(3);
    await tamper(`UPDATE audit_log SET ${change} WHERE id = '${ids[1]}'`);
    await expect(verify()).rejects.toThrow(`entry ${ids[1]} at position 2 is not what was chained`);
  });

  it('reports an entry that was removed from the middle, with or without its link', async () => {
    const { ids } = await chained(3);
    await tamper(`DELETE FROM audit_log WHERE id = '${ids[1]}'`);
    await expect(verify()).rejects.toThrow(`entry ${ids[1]} at position 2 is gone`);
    await tamper(`DELETE FROM audit_chain WHERE id = '${ids[1]}'`);
    await expect(verify()).rejects.toThrow('the link at position 2 is gone');
  });

  it('reports the first entry whose order was changed', async () => {
    const { ids } = await chained(3);
    await tamper(
      `UPDATE audit_chain SET id = gen_random_uuid() WHERE position = 1`,
      `UPDATE audit_chain SET id = '${ids[0]}' WHERE position = 2`,
      `UPDATE audit_chain SET id = '${ids[1]}' WHERE position = 1`,
    );
    await expect(verify()).rejects.toThrow(`entry ${ids[1]} at position 1 is not what was chained`);
  });

  it('misses a removed end, and a chain made anew, only against a head that was kept', async () => {
    const { ids, head } = await chained(3);
    const cut = [`DELETE FROM audit_log WHERE id = '${ids[2]}'`, `DELETE FROM audit_chain WHERE position = 3`];
    await tamper(...cut);
    await expect(verify()).resolves.toMatchObject({ position: 2 });
    await expect(verify(head)).rejects.toThrow('the chain ends at position 2, the head that was kept is at 3');
    await add('another');
    await chainAll();
    await expect(verify()).resolves.toMatchObject({ position: 3 });
    await expect(verify(head)).rejects.toThrow('up to position 3 is not the one whose head was kept');
  });

  it('continues from every recorded head', async () => {
    const { head } = await chained(2);
    await add('later');
    await chainAll();
    expect(await verify(readHead(writeHead(head)))).toMatchObject({ position: 3 });
    expect(() => readHead('2:abc')).toThrow('A head is');
  });

  it('reports an entry that was inserted around the service', async () => {
    await chained(1);
    const id = '00000000-0000-7000-8000-000000000001';
    await tamper(`INSERT INTO audit_log (id, action, actor_type) VALUES ('${id}', 'user.sign_in', 'user')`);
    await expect(verify()).rejects.toThrow(`entry ${id} is neither chained nor waiting for it`);
  });

  it('has each of 20 entries once when two replicas write and chain them in parallel', async () => {
    const replicas = [identity, beside];
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await add(`racer-${n}`, replicas[n % 2]);
        await Promise.all(replicas.map(({ get }) => get(ChainEntries).execute()));
      }),
    );
    await chainAll();
    const ids = (await links()).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
    expect(await verify()).toMatchObject({ position: 20 });
  });

  it('writes an entry while another is uncommitted, and chains the later one after it', async () => {
    await identity.db.transaction(async (tx) => {
      await identity.get(AuditRepository).add(tx, {
        action: 'user.suspended',
        actor: { type: 'system', id: null },
        subjectId: 'late',
        client: undefined,
      });
      await add('early', beside);
      await beside.get(ChainEntries).execute();
      expect(await links()).toHaveLength(1);
    });
    await chainAll();
    const subjects = await identity.db.rows(sql`
      SELECT subject_id FROM audit_chain JOIN audit_log USING (id) ORDER BY position`);
    expect(subjects).toEqual([{ subjectId: 'early' }, { subjectId: 'late' }]);
    expect(await verify()).toMatchObject({ position: 2 });
  });

  it('covers the link before', () => {
    const [one, other] = ['one', 'other'].map((text) => nextLink(EMPTY_CHAIN, text));
    expect(one && nextLink(one, 'x')).not.toEqual(other && nextLink(other, 'x'));
  });
});
