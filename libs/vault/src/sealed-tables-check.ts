import type { OnModuleInit } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { sealingKeys, type SealedTable } from './sealed-table.js';
import { Vault } from './vault.js';

/** Refuses to start if a stored secret is sealed with a missing key. */
export class SealedTablesCheck implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly vault: Vault,
    private readonly tables: readonly SealedTable[],
  ) {}

  async onModuleInit(): Promise<void> {
    this.vault.requireKeys(await sealingKeys(this.db, this.tables));
  }
}

export const sealedTablesCheck = (tables: readonly SealedTable[]) => ({
  provide: SealedTablesCheck,
  inject: [Database, Vault],
  useFactory: (db: Database, vault: Vault) => new SealedTablesCheck(db, vault, tables),
});
