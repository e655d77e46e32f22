import type { Wing } from '@questp/service-kit';
import { vaultProvider } from '@questp/vault';
import { Credentials } from './credentials.js';
import { CredentialsRepository } from './credentials.repository.js';
import { DescribeCredentials } from './describe-credentials.js';
import { ReadEscrowBalance } from './read-escrow-balance.js';
import { SetCredential } from './set-credential.js';
import { TestEscrowKey } from './test-escrow-key.js';
import { TestCredential } from './test-credential.js';

export const credentials: Wing = {
  providers: [
    vaultProvider,
    CredentialsRepository,
    Credentials,
    DescribeCredentials,
    ReadEscrowBalance,
    SetCredential,
    TestCredential,
    TestEscrowKey,
  ],
};
