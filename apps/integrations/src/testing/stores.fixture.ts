import { setCredential, testCredential, type CredentialTest } from '@questp/messages/integrations';
import { startTestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { environmentOf } from '../credentials/environment.js';
import type { Values } from '../description/authorization.js';
import { objectStorage } from '../platforms/object-storage/object-storage.js';
import { integrations } from '../service.js';
import { startFiles, storageUnderTest, type FilesUnderTest, type StorageUnderTest } from './files.fixture.js';

export interface StoresUnderTest extends FilesUnderTest {
  /** Stores settings of `object_storage`; null clears. */
  set: (fields: Readonly<Record<string, string | null | undefined>>) => Promise<unknown>;
  clear: () => Promise<unknown>;
  test: () => Promise<CredentialTest>;
  /** A second replica. */
  second: FilesUnderTest['service'];
}

/** What an operator would store to have files in it. */
export const settingsOf = ({ env }: Pick<StorageUnderTest, 'env'>): Values =>
  environmentOf('object_storage', objectStorage, env);

/** Two replicas on a storage of the environment, a directory by default. */
export async function startStores(
  more: NodeJS.ProcessEnv = { EGRESS_NETWORKS: '127.0.0.0/8' },
  given?: StorageUnderTest,
): Promise<StoresUnderTest> {
  const storage = given ?? (await storageUnderTest.start());
  const env = { MASTER_KEYS: newMasterKey('dev1'), ...storage.env, ...more };
  const files = await startFiles({ ...storage, env });
  const second = await startTestService(integrations, { env, beside: files.service });
  const set: StoresUnderTest['set'] = (fields) =>
    files.service.call(setCredential, {
      provider: 'object_storage',
      fields,
      adminId: `svcadmin_${'d'.repeat(32)}`,
    });
  return {
    ...files,
    second,
    set,
    clear: () => set({ endpoint: null, region: null, bucket: null, accessKeyId: null, secretAccessKey: null }),
    test: () => second.call(testCredential, { provider: 'object_storage' }),
    stop: async () => {
      await second.stop();
      await files.stop();
    },
  };
}
