import { Inject, Injectable } from '@nestjs/common';
import { addressOf, type Chain } from '@questp/chains';
import { CREDENTIAL_PROVIDERS, type Credential, type CredentialProvider } from '@questp/messages';
import { Credentials } from './credentials.js';
import { CredentialsRepository, type CredentialRow } from './credentials.repository.js';
import { ESCROW_CHAIN } from './escrow-key.js';
import { fieldsOf } from './fields.js';
import { PROVIDERS } from './providers.js';

/** What operators see of credentials: whatever is no secret. */
@Injectable()
export class DescribeCredentials {
  constructor(
    private readonly repository: CredentialsRepository,
    private readonly credentials: Credentials,
    @Inject(ESCROW_CHAIN) private readonly chain: Chain,
  ) {}

  async all(): Promise<{ items: Credential[] }> {
    const rows = new Map((await this.repository.list()).map((row) => [row.provider, row]));
    return { items: CREDENTIAL_PROVIDERS.map((provider) => this.describe(provider, rows.get(provider))) };
  }

  async one(provider: CredentialProvider): Promise<Credential> {
    return this.describe(provider, await this.repository.get(provider));
  }

  describe(provider: CredentialProvider, row: CredentialRow | undefined): Credential {
    const { source, values } = this.credentials.current(provider, row);
    return {
      provider,
      enabled: !PROVIDERS[provider].disabled,
      source,
      fields: fieldsOf(provider).map((field) => ({
        ...field,
        set: values.has(field.name),
        value: field.secret ? null : (values.get(field.name)?.reveal() ?? null),
      })),
      address: row?.publicKey ? addressOf(this.chain, row.publicKey) : null,
      updatedAt: row?.updatedAt.toISOString() ?? null,
      updatedBy: row?.updatedBy ?? null,
    };
  }
}
