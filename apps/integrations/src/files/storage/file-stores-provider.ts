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
  useFactory: (config: Config, credentials: Credentials, readiness: Readiness, health: NoteHealth): FileStores => {
    const egress = new Egress({ operator: config.EGRESS_NETWORKS }, (server, state) => health.execute(server, state));
    const stores = new FileStores(config, credentials, egress);
    // Everything else is answered while files cannot be.
    readiness.addPartialCheck(usesBucket(config) ? 'object storage' : 'file storage', () => stores.requireUsable());
    return stores;
  },
};
