import { Egress } from '@questp/egress';
import { CONFIG, Readiness } from '@questp/service';
import { Credentials } from '../../credentials/credentials.js';
import type { EgressConfig } from '../../outbound/egress.js';
import { NoteHealth } from '../../outbound/note-health.js';
import { FileStores, type FileStoresConfig } from './file-stores.js';
import { usesBucket } from './uses-bucket.js';

export const fileStoresProvider = {
  provide: FileStores,
  inject: [CONFIG, Credentials, Readiness, NoteHealth],
  useFactory: (
    config: FileStoresConfig & EgressConfig,
    credentials: Credentials,
    readiness: Readiness,
    health: NoteHealth,
  ): FileStores => {
    const egress = new Egress({ operator: config.EGRESS_NETWORKS }, (server, state) => health.execute(server, state));
    const stores = new FileStores(config, credentials, egress);
    // Everything else is answered while files cannot be.
    readiness.addPartialCheck(usesBucket(config) ? 'object storage' : 'file storage', () => stores.requireUsable());
    return stores;
  },
};
