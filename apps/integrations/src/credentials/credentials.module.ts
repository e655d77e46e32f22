import { Module, type OnModuleInit } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { chainsProvider } from '../chain-transactions/chains.js';
import { EgressModule } from '../platform/egress.module.js';
import { sealingKeys, Vault, vaultProvider } from '@questp/vault';
import { CredentialsHandlers } from './credentials.handlers.js';
import { Credentials } from './credentials.js';
import { CredentialsRepository } from './credentials.repository.js';
import { DescribeCredentials } from './describe-credentials.js';
import { escrowChainProvider } from './escrow-key.js';
import { FormerBucketsRepository } from './former-buckets.repository.js';
import { KeepFormerBucket } from './keep-former-bucket.js';
import { ReadMailSender } from './read-mail-sender.js';
import { SEALED_TABLES } from './sealed-tables.js';
import { SetCredential } from './set-credential.js';
import { TestCredential } from './test-credential.js';

@Module({
  imports: [EgressModule],
  controllers: [CredentialsHandlers],
  providers: [
    vaultProvider,
    chainsProvider,
    escrowChainProvider,
    CredentialsRepository,
    FormerBucketsRepository,
    KeepFormerBucket,
    Credentials,
    DescribeCredentials,
    ReadMailSender,
    SetCredential,
    TestCredential,
  ],
  exports: [Credentials],
})
export class CredentialsModule implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly vault: Vault,
  ) {}

  /** Refuses to start where something is stored that no key opens. */
  async onModuleInit(): Promise<void> {
    this.vault.requireKeys(await sealingKeys(this.db, SEALED_TABLES));
  }
}
