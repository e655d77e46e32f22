import { Inject, Injectable } from '@nestjs/common';
import type { CredentialProvider, CredentialSource } from '@questp/messages/integrations';
import { CONFIG } from '@questp/service';
import { Secret, Vault } from '@questp/vault';
import { CredentialsRepository, type CredentialRow } from './credentials.repository.js';
import { Platforms } from '../description/platforms.js';
import { environmentOf } from './environment.js';
import type { Values } from '../description/authorization.js';
import { openFields } from './stored-fields.js';

/** The current credential of a provider, and its source. */
export interface Current {
  source: CredentialSource | null;
  values: ReadonlyMap<string, Secret>;
}

/**
 * The credentials of the providers. They are read and decrypted for each use, so that every replica uses a change with
 * its next call; nothing is kept in memory.
 */
@Injectable()
export class Credentials {
  constructor(
    private readonly platforms: Platforms,
    private readonly credentialsRepository: CredentialsRepository,
    private readonly vault: Vault,
    @Inject(CONFIG) private readonly config: object,
  ) {}

  /** @throws UnreadableCredential */
  async read(provider: CredentialProvider): Promise<Current & Partial<Pick<CredentialRow, 'updatedAt' | 'publicKey'>>> {
    const row = await this.credentialsRepository.get(provider);
    return { ...this.current(provider, row), ...(row && { updatedAt: row.updatedAt, publicKey: row.publicKey }) };
  }

  /**
   * All values from the stored credential or all from the environment: a mixture could belong to two accounts. The
   * environment does not replace a stored credential that cannot be decrypted.
   *
   * @throws UnreadableCredential
   */
  current(provider: CredentialProvider, row: CredentialRow | undefined): Current {
    if (row !== undefined && Object.keys(row.fields).length > 0) {
      return { source: 'stored', values: openFields(this.vault, provider, row.fields) };
    }
    const values = new Map(
      Object.entries(this.environmentOf(provider)).map(([name, value]) => [name, new Secret(value as string)]),
    );
    return { source: values.size > 0 ? 'environment' : null, values };
  }

  /** The values of the environment; none if a required one is missing there. */
  environmentOf(provider: CredentialProvider): Values {
    return environmentOf(provider, this.platforms.of(provider), this.config);
  }
}

export const reveal = (values: Current['values']): Values =>
  Object.fromEntries([...values].map(([name, secret]) => [name, secret.reveal()]));
