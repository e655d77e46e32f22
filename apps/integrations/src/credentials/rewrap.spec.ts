import { getCredential, setCredential } from '@questp/messages';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { parseMasterKeys, rewrap, sealingKeys, Vault } from '@questp/vault';
import { SEALED_TABLES } from './sealed-tables.js';
import { integrations } from '../service.js';

describe('sealing anew', () => {
  const [k1, k2] = [newMasterKey('k1'), newMasterKey('k2')];
  let service: TestService<object>;
  beforeAll(async () => {
    service = await startTestService(integrations, { env: { FILES_DIR: '/tmp', MASTER_KEYS: `${k1},${k2}` } });
  }, 60_000);
  afterAll(() => service.stop());

  const adminId = `svcadmin_${'d'.repeat(32)}`;
  const set = (fields: Record<string, string>) =>
    service.call(setCredential, { provider: 'codehost', fields, adminId });

  it('loses no change that somebody makes meanwhile', async () => {
    await set({ clientId: 'first', clientSecret: 'kept' });
    const vault = new Vault(parseMasterKeys(`${k2},${k1}`));
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.all([
        rewrap(service.db, vault, SEALED_TABLES),
        set({ clientId: `turn-${turn}` }),
        rewrap(service.db, vault, SEALED_TABLES),
      ]);
      const { fields } = await service.call(getCredential, { provider: 'codehost' });
      expect(fields.map(({ set, value }) => [set, value])).toEqual([
        [true, `turn-${turn}`],
        [true, null],
      ]);
    }
    await rewrap(service.db, vault, SEALED_TABLES);
    expect(await sealingKeys(service.db, SEALED_TABLES)).toEqual(['k2']);
    expect(await rewrap(service.db, vault, SEALED_TABLES)).toBe(0);
  });
});
