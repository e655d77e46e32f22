import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { setCredential, type Credential } from '@questp/messages/integrations';
import { AppError, requireVersion, type RequestOf } from '@questp/messages/language';
import { Database, requireSuperAdmin } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { Secret } from '@questp/vault';
import { Vault } from '@questp/vault';
import { CredentialsRepository, type CredentialRow } from './credentials.repository.js';
import { DescribeCredentials } from './describe-credentials.js';
import { publicKeyOf, requireOneMode } from '../chains/escrow-key.js';
import { Platforms } from '../description/platforms.js';
import { fieldsOf } from './fields.js';
import { readChange, requireWhole, type Change } from './read-change.js';
import { sealFields } from './stored-fields.js';

/** The version of a credential that was never stored. */
const NEVER = new Date(0);

@Injectable()
export class SetCredential {
  constructor(
    private readonly database: Database,
    private readonly platforms: Platforms,
    private readonly credentialsRepository: CredentialsRepository,
    private readonly vault: Vault,
    private readonly describeCredentials: DescribeCredentials,
  ) {}

  @Rpc(setCredential)
  async execute(request: RequestOf<typeof setCredential>): Promise<Credential> {
    const { provider, adminId, ifMatch, client } = request;
    const platform = this.platforms.of(provider);
    const { disabled, escrowKey, changed } = platform;
    if (disabled) throw new AppError('PROVIDER_DISABLED');
    const described = fieldsOf(platform);
    const change = readChange(described, request.fields);
    // Derived before anything is locked: it takes 50 ms.
    const publicKey = escrowKey ? await publicKeyOf(change) : undefined;
    return this.database.transaction(async (tx) => {
      if (escrowKey) await requireSuperAdmin(tx, adminId);
      const before = await this.credentialsRepository.lock(tx, provider);
      requireVersion(ifMatch, before ?? { updatedAt: NEVER });
      const { stored, cleared, fields } = this.applied(request.provider, change, before);
      if (stored.length + cleared.length === 0) return this.describeCredentials.describe(provider, before);
      const present = new Set(Object.keys(fields));
      requireWhole(described, present);
      if (escrowKey) requireOneMode(present);
      if (changed !== undefined) await this.platforms.part(changed).execute(tx, before?.fields ?? {}, fields);
      const after = await this.credentialsRepository.store(tx, {
        provider,
        fields,
        publicKey: present.size === 0 ? null : publicKey ? Buffer.from(publicKey) : (before?.publicKey ?? null),
        updatedBy: adminId,
      });
      await emit(tx, 'credential.changed', provider, { provider, stored, cleared, adminId, client: client ?? null });
      return this.describeCredentials.describe(provider, after);
    });
  }

  /** Fields that the change does not name keep their envelope. */
  private applied(provider: CredentialRow['provider'], change: Change, before: CredentialRow | undefined) {
    const kept = { ...before?.fields };
    const cleared = [...change].flatMap(([name, value]) => (value === null && name in kept ? [name] : []));
    for (const name of cleared) delete kept[name];
    const given = new Map([...change].filter((entry): entry is [string, Secret] => entry[1] !== null));
    return { stored: [...given.keys()], cleared, fields: { ...kept, ...sealFields(this.vault, provider, given) } };
  }
}
