import { Injectable } from '@nestjs/common';
import { addressOf } from '@questp/chains';
import {
  CREDENTIAL_PROVIDERS,
  getCredential,
  listCredentials,
  type Credential,
  type CredentialProvider,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { Credentials, type Current } from './credentials.js';
import { CredentialsRepository, type CredentialRow } from './credentials.repository.js';
import { fieldsOf } from './fields.js';
import { Platforms } from '../description/platforms.js';
import { UnreadableCredential } from './stored-fields.js';

/** The view of credentials for operators, without secrets. */
@Injectable()
export class DescribeCredentials {
  constructor(
    private readonly platforms: Platforms,
    private readonly credentialsRepository: CredentialsRepository,
    private readonly credentials: Credentials,
    private readonly chainRegistry: ChainRegistry,
  ) {}

  @Rpc(listCredentials)
  async all(): Promise<{ items: Credential[] }> {
    const rows = new Map((await this.credentialsRepository.list()).map((row) => [row.provider, row]));
    return { items: CREDENTIAL_PROVIDERS.map((provider) => this.describe(provider, rows.get(provider))) };
  }

  @Rpc(getCredential)
  async one({ provider }: RequestOf<typeof getCredential>): Promise<Credential> {
    return this.describe(provider, await this.credentialsRepository.get(provider));
  }

  describe(provider: CredentialProvider, row: CredentialRow | undefined): Credential {
    const current = this.readable(provider, row);
    const platform = this.platforms.of(provider);
    const names = current?.values ?? new Map(Object.entries(row?.fields ?? {}));
    return {
      provider,
      enabled: !platform.disabled,
      source: current === undefined ? 'stored' : current.source,
      readable: current !== undefined,
      fields: fieldsOf(platform).map((field) => ({
        ...field,
        set: names.has(field.name),
        value: field.secret ? null : (current?.values.get(field.name)?.reveal() ?? null),
      })),
      ...this.account(row?.publicKey ?? null),
      updatedAt: row?.updatedAt.toISOString() ?? null,
      updatedBy: row?.updatedBy ?? null,
    };
  }

  private account(publicKey: Buffer | null): Pick<Credential, 'publicKey' | 'addresses'> {
    if (publicKey === null) return { publicKey, addresses: [] };
    const enabled = this.chainRegistry.list().filter((chain) => chain.enabled);
    return {
      publicKey: publicKey.toString('base64'),
      addresses: enabled.map((chain) => ({ chainId: chain.chainId, address: addressOf(chain, publicKey) })),
    };
  }

  /** Undefined if the stored credential cannot be decrypted. */
  private readable(provider: CredentialProvider, row: CredentialRow | undefined): Current | undefined {
    try {
      return this.credentials.current(provider, row);
    } catch (error) {
      if (error instanceof UnreadableCredential) return undefined;
      throw error;
    }
  }
}
