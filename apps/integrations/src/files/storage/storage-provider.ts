import { CONFIG, Readiness } from '@questp/service';
import { NoteHealth } from '../../health/note-health.js';
import { BUCKET_CONFIG, type Config } from '../../platform/config.js';
import { LocalStorage } from './local-storage.js';
import { ObjectStorage } from './object-storage.js';
import { STORAGE, type Storage } from './storage.js';

export const storageProvider = {
  provide: STORAGE,
  inject: [CONFIG, Readiness, NoteHealth],
  useFactory: async (config: Config, readiness: Readiness, health: NoteHealth): Promise<Storage> => {
    if (!usesBucket(config)) {
      const local = new LocalStorage(config.FILES_DIR);
      await local.open();
      return local;
    }
    const objects = new ObjectStorage(config, (server, state) => health.execute(server, state));
    readiness.addCheck('object storage', () => objects.requireUsable());
    return objects;
  },
};

/** @throws Error for part of a bucket, and for no storage at all, in a sentence */
export function usesBucket(config: Config): boolean {
  const variables = Object.keys(BUCKET_CONFIG) as (keyof typeof BUCKET_CONFIG)[];
  const missing = variables.filter((name) => config[name] === '');
  if (missing.length === 0) return true;
  if (missing.length < variables.length) throw new Error(`Configuration: a bucket also needs ${missing.join(', ')}`);
  if (config.FILES_DIR === '') throw new Error(`Configuration: FILES_DIR is missing, or ${variables.join(', ')}`);
  return false;
}
