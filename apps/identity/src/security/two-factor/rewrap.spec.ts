import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from '@questp/postgres';
import { mainOf, newMasterKey } from '@questp/testing';
import { parseMasterKeys, rewrap, sealingKeys, Vault } from '@questp/vault';
import { startIdentity, type TestIdentity } from '../../testing/identity.fixture.js';
import { newTotpSecret } from './totp.js';
import { codeOf, forgetSteps } from '../../testing/two-factor.fixture.js';
import { SEALED_TABLES, TwoFactorRepository } from './two-factor.repository.js';

const run = promisify(execFile);

describe('secrets of authenticator apps', () => {
  const [k1, k2] = [newMasterKey('k1'), newMasterKey('k2')];
  const secrets = new Map<string, string>();
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity({ MASTER_KEYS: `${k1},${k2}` });
    for (const digit of '01234567') await begin(`svcuser_${digit.repeat(32)}`);
    await identity.db.execute(sql`INSERT INTO two_factor (owner_id, method) VALUES ('svcuser_mailed', 'email')`);
  }, 60_000);
  afterAll(() => identity.stop());

  async function begin(ownerId: string): Promise<void> {
    const secret = newTotpSecret();
    await identity.db.transaction((tx) => identity.get(TwoFactorRepository).begin(tx, ownerId, secret));
    secrets.set(ownerId, secret);
  }

  /** Makes a code of the user's app for the present time. */
  const opened = async (replica = identity): Promise<number> => {
    const taken = await Promise.all(
      [...secrets].map(async ([ownerId, secret]) => {
        await forgetSteps(identity, ownerId);
        return replica.db.transaction((tx) =>
          replica.get(TwoFactorRepository).takeAppCode(tx, ownerId, codeOf(secret)),
        );
      }),
    );
    return taken.filter(Boolean).length;
  };
  const sealedWith = async (id: string): Promise<number> => {
    const rows = await identity.db.rows(sql`SELECT FROM two_factor WHERE starts_with(secret, ${`v1.${id}.`})`);
    return rows.length;
  };
  const command = (env: NodeJS.ProcessEnv) =>
    run(process.execPath, [mainOf('identity'), 'rewrap'], {
      env: { DATABASE_URL: identity.database?.urlOf('identity'), MASTER_KEYS: `${k2},${k1}`, ...env },
    });

  it('are sealed with the new key by a command that resumes after a kill, while replicas open both', async () => {
    await expect(command({ MASTER_KEYS: k2 })).rejects.toThrow('MASTER_KEYS lacks k1, with which stored secrets');
    const killed = command({ FAILPOINTS_ENABLED: 'true', FAILPOINTS: 'after-commit:rewrap' });
    await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });
    expect([await sealedWith('k1'), await sealedWith('k2')]).toEqual([7, 1]);
    expect(await opened()).toBe(8);

    const { stdout, stderr } = await command({});
    expect(stdout).toBe('identity: 7 rows sealed anew with k2; keys in use: k2\n');
    for (const secret of [...secrets.values(), k1.slice(3), k2.slice(3)]) expect(stdout + stderr).not.toContain(secret);
    expect((await command({})).stdout).toContain(': 0 rows sealed anew');
    const rotated = await startIdentity({ MASTER_KEYS: k2 }, { database: identity.database });
    expect(await opened(rotated)).toBe(8);
    await rotated.stop();
  }, 60_000);

  it('keeps a change that is made while secrets are encrypted with the new key', async () => {
    const vault = new Vault(parseMasterKeys(`${k2},${k1}`));
    const sealAnew = () => rewrap(identity.db, vault, SEALED_TABLES);
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.all([sealAnew(), ...[...secrets.keys()].map(begin), sealAnew()]);
      expect(await opened()).toBe(8);
    }
    await sealAnew();
    expect(await sealingKeys(identity.db, SEALED_TABLES)).toEqual(['k2']);
  });
});
