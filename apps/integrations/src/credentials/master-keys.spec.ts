import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CREDENTIAL_PROVIDERS, listCredentials } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { mainOf, newMasterKey, startService } from '@questp/testing';
import { CHATCOMM, K1, K2, startCredentials, type CredentialStage } from '../testing/credentials.fixture.js';

const run = promisify(execFile);

describe('credentials, two replicas of the built service', () => {
  let stage: CredentialStage;

  beforeAll(async () => {
    stage = await startCredentials();
    // Two rows: the command is killed between them.
    await stage.set('chatcomm', CHATCOMM);
    await stage.set('codehost', { clientId: 'own', clientSecret: 'own' });
  });
  afterAll(() => stage.stop());

  describe('are kept by master keys', () => {
    const started = (keys: string, more: NodeJS.ProcessEnv = {}) =>
      startService('integrations', { ...stage.environment, MASTER_KEYS: keys, ...more });
    const command = (env: NodeJS.ProcessEnv) =>
      run(process.execPath, [mainOf('integrations'), 'rewrap'], {
        env: { ...stage.environment, MASTER_KEYS: `${K2},${K1}`, ...env },
      });
    const sealed = async (key: string) =>
      Number(
        (
          await stage.db.row<{ n: string }>(sql`
        SELECT count(*) AS n FROM credential, jsonb_each_text(fields) WHERE split_part(value, '.', 2) = ${key}`)
        )?.n,
      );

    it('without which a service does not start, in a sentence that quotes none', async () => {
      await expect(started(K2)).rejects.toThrow(/integrations cannot start: MASTER_KEYS lacks k1, with which stored/);
      await expect(started('k1:short')).rejects.toThrow(/MASTER_KEYS is not valid/);
      await expect(started('')).rejects.toThrow(/MASTER_KEYS is not valid/);
      const development = newMasterKey('dev1');
      const refused = await started(`${K1},${development}`, { NODE_ENV: 'production' }).then(String, String);
      expect(refused).toContain('MASTER_KEYS has dev1, a key for development');
      expect(refused).not.toContain(development.slice(5, 15));
    }, 60_000);

    it('a new master key takes over by a command that resumes where it was killed', async () => {
      const before = await stage.stored('chatcomm', K1);
      const all = await sealed('k1');
      await expect(command({ FAILPOINTS_ENABLED: 'true', FAILPOINTS: 'after-commit:rewrap' })).rejects.toMatchObject({
        signal: 'SIGKILL',
      });
      const [done, left] = [await sealed('k2'), await sealed('k1')];
      expect([done > 0, left > 0, done + left]).toEqual([true, true, all]);
      // A replica with both keys decrypts what either key encrypted.
      await Promise.all(stage.replicas.map((replica) => replica.restart({ MASTER_KEYS: `${K2},${K1}` })));
      expect((await stage.ask(listCredentials, {})).items).toHaveLength(CREDENTIAL_PROVIDERS.length);

      const { stdout } = await command({});
      expect(stdout).toMatch(/^integrations: [1-9]\d* rows sealed anew with k2; keys in use: k2\n$/);
      expect((await command({})).stdout).toContain(' 0 rows sealed anew');
      expect(await stage.stored('chatcomm', K2)).toEqual(before);
      await (await started(K2)).stop();
    }, 60_000);
  });
});
