import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import { CONFIG, Readiness, str, type ConfigOf } from '@questp/service';
import { Vault } from '@questp/vault';
import { Credentials, reveal } from '../../credentials/credentials.js';
import { openFields } from '../../credentials/stored-fields.js';
import type { Values } from '../../description/authorization.js';
import { BUCKET_CONFIG, bucketOf, nameOf, type BucketsConfig } from './bucket.js';
import { FormerBucketsRepository } from './former-buckets.repository.js';
import { LocalStorage } from './local-storage.js';
import { ObjectStorage } from './object-storage.js';
import type { Storage } from './storage.js';

export const FILES_CONFIG = {
  FILES_DIR: str({
    desc: 'Directory of uploaded files, which every replica sees; needed where there is no S3_BUCKET, and while files are in it',
    default: '',
  }),
};

export type FileStoresConfig = ConfigOf<typeof FILES_CONFIG> & BucketsConfig;

export interface FileStore {
  /** The name that files record. */
  name: string;
  storage: Storage;
}

const LOCAL = 'local';

/** The storages of file contents. New files go to the stored `object_storage`, otherwise to that of the environment. */
@Injectable()
export class FileStores {
  /** Configured by the environment; also that of files that name no storage. */
  readonly environment: FileStore;
  private readonly local: FileStore | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: FileStoresConfig,
    private readonly credentials: Credentials,
    private readonly formerBucketsRepository: FormerBucketsRepository,
    private readonly vault: Vault,
    private readonly egress: Egress,
    readiness: Readiness,
  ) {
    const { FILES_DIR } = config;
    const local = { name: LOCAL, storage: new LocalStorage(FILES_DIR) };
    this.local = FILES_DIR === '' ? undefined : local;
    const inBucket = usesBucket(config);
    this.environment = inBucket ? this.bucket(credentials.environmentOf('object_storage'), 'platform') : local;
    // Without its storage the service answers everything but files.
    readiness.addPartialCheck(inBucket ? 'object storage' : 'file storage', () => this.requireUsable());
  }

  /** The storage of new files. */
  async current(): Promise<FileStore> {
    return (await this.stored()) ?? this.environment;
  }

  /** @throws AppError SERVICE_UNAVAILABLE for a storage that is no longer configured */
  async of({ store }: { store: string | null }): Promise<Storage> {
    const name = store ?? this.environment.name;
    const known = name === LOCAL ? this.local : await this.bucketNamed(name);
    if (known !== undefined) return known.storage;
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 60, detail: 'The file storage is unavailable.' });
  }

  /** Checks the storage of the environment only: wrong stored settings must not make the service unready. */
  async requireUsable(): Promise<void> {
    const { storage } = await this.current();
    if (storage === this.environment.storage) await storage.requireUsable();
  }

  private async stored(): Promise<FileStore | undefined> {
    const { source, values } = await this.credentials.read('object_storage');
    return source === 'stored' ? this.bucket(reveal(values), 'operator') : undefined;
  }

  private async bucketNamed(name: string): Promise<FileStore | undefined> {
    const current = await this.stored();
    if (current?.name === name) return current;
    if (this.environment.name === name) return this.environment;
    const former = await this.formerBucketsRepository.get(name);
    return former && this.bucket(reveal(openFields(this.vault, 'object_storage', former.fields)), 'operator');
  }

  private bucket(values: Values, namedBy: 'platform' | 'operator'): FileStore {
    const bucket = bucketOf(values, this.config);
    return { name: nameOf(bucket), storage: new ObjectStorage(bucket, this.egress, namedBy) };
  }
}

/**
 * True if the environment configures a bucket.
 *
 * @throws Error if it configures part of a bucket, or no storage at all
 */
export function usesBucket(config: ConfigOf<typeof BUCKET_CONFIG & typeof FILES_CONFIG>): boolean {
  const variables = Object.keys(BUCKET_CONFIG) as (keyof typeof BUCKET_CONFIG)[];
  const missing = variables.filter((name) => config[name] === '');
  if (missing.length === 0) return true;
  if (missing.length < variables.length) throw new Error(`Configuration: a bucket also needs ${missing.join(', ')}`);
  if (config.FILES_DIR === '') throw new Error(`Configuration: FILES_DIR is missing, or ${variables.join(', ')}`);
  return false;
}
