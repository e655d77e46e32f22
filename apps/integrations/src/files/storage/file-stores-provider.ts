import { Egress } from '@questp/egress';
import { CONFIG, Readiness } from '@questp/service';
import { Credentials } from '../../credentials/credentials.js';
import { NoteHealth } from '../../health/note-health.js';
import type { Config } from '../../platform/config.js';
import { FileStores } from './file-stores.js';
import { usesBucket } from './uses-bucket.js';

export const fileStoresProvider = {
  provide: FileStores,
  inject: [CONFIG, Credentials, Readiness, NoteHealth],
  useFactory: async (
    config: Config,
    credentials: Credentials,
    readiness: Readiness,
    health: NoteHealth,
  ): Promise<FileStores> => {
    const egress = new Egress({ operator: config.EGRESS_NETWORKS }, (server, state) => health.execute(server, state));
    const stores = new FileStores(config, credentials, egress);
    if (usesBucket(config)) readiness.addCheck('object storage', () => stores.requireUsable());
    else await stores.environment.storage.requireUsable();
    return stores;
  },
};
