import { getCredential, setCredential, type CredentialProvider } from '@questp/messages/integrations';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { parseMasterKeys, rewrap, sealingKeys, Vault } from '@questp/vault';
import { FormerBucketsRepository } from '../files/storage/former-buckets.repository.js';
import { reveal } from './credentials.js';
import { openFields } from './stored-fields.js';
import { PLATFORMS } from '../platforms/index.js';
import { sealedTables } from '../sealed-tables.js';
import { integrations } from '../service.js';

describe('sealing anew', () => {
  const [k1, k2] = [newMasterKey('k1'), newMasterKey('k2')];
  let service: TestService<object>;
  beforeAll(async () => {
    service = await startTestService(integrations, { env: { FILES_DIR: '/tmp', MASTER_KEYS: `${k1},${k2}` } });
  }, 60_000);
  afterAll(() => service.stop());

  const adminId = `svcadmin_${'d'.repeat(32)}`;
  const set = (fields: Record<string, string | null>, provider: CredentialProvider = 'codehost') =>
    service.call(setCredential, { provider, fields, adminId });

  it('loses no concurrent change of a credential', async () => {
    await set({ clientId: 'first', clientSecret: 'kept' });
    const vault = new Vault(parseMasterKeys(`${k2},${k1}`));
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.all([
        rewrap(service.db, vault, sealedTables(PLATFORMS)),
        set({ clientId: `turn-${turn}` }),
        rewrap(service.db, vault, sealedTables(PLATFORMS)),
      ]);
      const { fields } = await service.call(getCredential, { provider: 'codehost' });
      expect(fields.map(({ set, value }) => [set, value])).toEqual([
        [true, `turn-${turn}`],
        [true, null],
      ]);
    }
    await rewrap(service.db, vault, sealedTables(PLATFORMS));
    expect(await sealingKeys(service.db, sealedTables(PLATFORMS))).toEqual(['k2']);
    expect(await rewrap(service.db, vault, sealedTables(PLATFORMS))).toBe(0);
  });

  it('re-encrypts the credentials of former buckets that still contain files', async () => {
    const bucket = { endpoint: 'https://s3.example.org', bucket: 'uploads', accessKeyId: 'id', secretAccessKey: 'key' };
    await set(bucket, 'object_storage');
    await set(Object.fromEntries(Object.keys(bucket).map((name) => [name, null])), 'object_storage');
    const kept = async () => {
      const former = await service.get(FormerBucketsRepository).get('https://s3.example.org/uploads');
      return reveal(openFields(service.get<Vault>(Vault), 'object_storage', former?.fields ?? {}));
    };
    expect(await kept()).toEqual(bucket);
    expect(await sealingKeys(service.db, sealedTables(PLATFORMS))).toContain('k1');
    expect(await rewrap(service.db, new Vault(parseMasterKeys(`${k2},${k1}`)), sealedTables(PLATFORMS))).toBe(1);
    expect(await sealingKeys(service.db, sealedTables(PLATFORMS))).toEqual(['k2']);
    expect(await kept()).toEqual(bucket);
  });
});
