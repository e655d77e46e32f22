import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '@questp/postgres';
import { CONFIG } from '@questp/service';
import { Vault, type Envelopes } from '@questp/vault';
import type { CredentialChange } from '../../description/hooks.js';
import { bucketOf, nameOf, type BucketsConfig } from '../../files/storage/bucket.js';
import { reveal } from '../../credentials/credentials.js';
import { FormerBucketsRepository } from '../../files/storage/former-buckets.repository.js';
import { openFields, UnreadableCredential } from '../../credentials/stored-fields.js';

/** Keeps the credential of a bucket that is replaced or cleared, because files are in it. */
@Injectable()
export class KeepFormerBucket implements CredentialChange {
  constructor(
    private readonly formerBucketsRepository: FormerBucketsRepository,
    private readonly vault: Vault,
    @Inject(CONFIG) private readonly config: BucketsConfig,
  ) {}

  async execute(tx: Tx, before: Envelopes, after: Envelopes): Promise<void> {
    const name = this.bucketNameOf(before);
    if (name !== undefined && name !== this.bucketNameOf(after))
      await this.formerBucketsRepository.keep(tx, { name, fields: before });
  }

  /** Undefined also for fields that cannot be read: no bucket can be reached with them. */
  private bucketNameOf(fields: Envelopes): string | undefined {
    if (Object.keys(fields).length === 0) return undefined;
    try {
      return nameOf(bucketOf(reveal(openFields(this.vault, 'object_storage', fields)), this.config));
    } catch (error) {
      if (error instanceof UnreadableCredential) return undefined;
      throw error;
    }
  }
}
