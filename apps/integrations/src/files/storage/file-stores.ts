import type { Egress } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import type { ConfigOf } from '@questp/service';
import { reveal, type Credentials } from '../../credentials/credentials.js';
import { environmentOf } from '../../credentials/environment.js';
import type { Values } from '../../outbound/platform.js';
import type { ObjectStorageConfig } from '../../platforms/object-storage/object-storage.js';
import { bucketOf, nameOf } from '../../platforms/object-storage/bucket.js';
import { LocalStorage } from './local-storage.js';
import { ObjectStorage } from './object-storage.js';
import type { Storage } from './storage.js';
import { usesBucket, type FILES_CONFIG } from './uses-bucket.js';

export type FileStoresConfig = ConfigOf<typeof FILES_CONFIG> & ObjectStorageConfig;

export interface FileStore {
  /** As files name it. */
  name: string;
  storage: Storage;
}

const LOCAL = 'local';

/** Where contents are: new ones in what is stored for `object_storage`, else in what the environment says. */
export class FileStores {
  /** Also of files that name none. */
  readonly environment: FileStore;
  private readonly local: FileStore | undefined;

  constructor(
    private readonly config: FileStoresConfig,
    private readonly credentials: Credentials,
    private readonly egress: Egress,
  ) {
    const { FILES_DIR } = config;
    const local = { name: LOCAL, storage: new LocalStorage(FILES_DIR) };
    this.local = FILES_DIR === '' ? undefined : local;
    this.environment = usesBucket(config) ? this.bucket(environmentOf('object_storage', config), 'platform') : local;
  }

  /** Takes what is begun now. */
  async current(): Promise<FileStore> {
    return (await this.stored()) ?? this.environment;
  }

  /** @throws AppError SERVICE_UNAVAILABLE for one that is configured no more */
  async of({ store }: { store: string | null }): Promise<Storage> {
    const name = store ?? this.environment.name;
    const known = name === LOCAL ? this.local : await this.bucketNamed(name);
    if (known !== undefined) return known.storage;
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 60, detail: 'Where the file is kept is out of reach.' });
  }

  /** Of what the environment says, while nothing is stored: bad settings that are stored must not keep others out. */
  async requireUsable(): Promise<void> {
    const { storage } = await this.current();
    if (storage === this.environment.storage) await storage.requireUsable();
  }

  close(): Promise<void> {
    return this.egress.onModuleDestroy();
  }

  private async stored(): Promise<FileStore | undefined> {
    const { source, values } = await this.credentials.read('object_storage');
    return source === 'stored' ? this.bucket(reveal(values), 'operator') : undefined;
  }

  private async bucketNamed(name: string): Promise<FileStore | undefined> {
    const current = await this.stored();
    if (current?.name === name) return current;
    if (this.environment.name === name) return this.environment;
    const former = await this.credentials.formerBucket(name);
    return former && this.bucket(reveal(former), 'operator');
  }

  private bucket(values: Values, namedBy: 'platform' | 'operator'): FileStore {
    const bucket = bucketOf(values, this.config);
    return { name: nameOf(bucket), storage: new ObjectStorage(bucket, this.egress, namedBy) };
  }
}
