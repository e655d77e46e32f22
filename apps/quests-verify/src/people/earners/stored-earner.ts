import type { SnapshotWallet } from '@questp/messages/identity';
import type { UserStatus } from '@questp/messages/language';
import type { Earner } from '../../generated/prisma/client.js';
import type { Narrowed } from '../../shared/narrowed.js';

/** A row of the table `earner`. */
export type StoredEarner = Narrowed<Earner, { status: UserStatus; wallets: SnapshotWallet[] }>;
