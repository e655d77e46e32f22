import { Module, type OnModuleInit } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { ChainTransactionsModule } from '../chain-transactions/chain-transactions.module.js';
import { EgressModule } from '../platform/egress.module.js';
import { sealingKeys, Vault, vaultProvider } from '@questp/vault';
import { CredentialsHandlers } from './credentials.handlers.js';
import { Credentials } from './credentials.js';
import { CredentialsRepository } from './credentials.repository.js';
import { DescribeCredentials } from './describe-credentials.js';
import { escrowChainProvider } from './escrow-key.js';
import { FormerBucketsRepository } from './former-buckets.repository.js';
import { KeepFormerBucket } from './keep-former-bucket.js';
import { ReadEscrowBalance } from './read-escrow-balance.js';
import { ReadMailSender } from './read-mail-sender.js';
import { SEALED_TABLES } from './sealed-tables.js';
import { SetCredential } from './set-credential.js';
import { TestCredential } from './test-credential.js';

@Module({
  imports: [EgressModule, ChainTransactionsModule],
  controllers: [CredentialsHandlers],
  providers: [
    vaultProvider,
    escrowChainProvider,
    CredentialsRepository,
    FormerBucketsRepository,
    KeepFormerBucket,
    Credentials,
    DescribeCredentials,
    ReadEscrowBalance,
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
