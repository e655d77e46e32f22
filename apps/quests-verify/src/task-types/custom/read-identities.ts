import { Injectable } from '@nestjs/common';
import { getEmail, listLinkedAccounts } from '@questp/messages/identity';
import type { EarnerIdentities } from '@questp/messages/integrations';
import { Bus } from '@questp/service';
import { IDENTITY_PLATFORMS } from '../../catalog/definition/earner-identity.js';
import type { Missing, Subject } from '../../catalog/definition/outcome.js';
import { LinkedWallets } from '../../verification/facts/linked-wallets.js';
import { fittingWallets } from '../../verification/facts/wallet-rule.js';
import { emailHash, identitySubjects, missingIdentity, type AskedIdentities } from './identities.js';

/** The identities of an earner that a quest sends, read from identity. */
@Injectable()
export class ReadIdentities {
  constructor(
    private readonly bus: Bus,
    private readonly linkedWallets: LinkedWallets,
  ) {}

  async execute(
    userId: string,
    asked: AskedIdentities,
  ): Promise<{ kind: 'read'; identities: EarnerIdentities; subjects: Subject[] } | Missing> {
    const { identities, chainIds } = asked;
    const asks = (...names: readonly string[]) => identities.some((identity) => names.includes(identity));
    const [linked, { items }, { email }] = await Promise.all([
      asks('wallet') ? this.linkedWallets.of(userId) : [],
      asks(...IDENTITY_PLATFORMS) ? this.bus.call(listLinkedAccounts, { userId }) : { items: [] },
      asks('email', 'email_hash') ? this.bus.call(getEmail, { userId }) : { email: null },
    ]);
    const missing = missingIdentity(asked, { wallets: linked, links: items, email });
    if (missing !== undefined) return missing;
    const accounts = items.filter(({ provider }) => asks(provider));
    return {
      kind: 'read',
      identities: {
        wallets: fittingWallets(chainIds, linked).map(({ chainId, address }) => ({ chainId, address })),
        accounts: accounts.map(({ provider: platform, accountId, handle }) => ({ platform, accountId, handle })),
        emailSha256: email === null ? null : emailHash(email),
        email: asks('email') ? email : null,
      },
      subjects: identitySubjects(asked, { wallets: linked, accounts, email }),
    };
  }
}
