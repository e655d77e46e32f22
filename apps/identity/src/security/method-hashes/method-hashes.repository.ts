import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { decodeAddress } from '@questp/chains';
import { Database, sql, type Queries } from '@questp/postgres';
import { CONFIG } from '@questp/service';
import type { Config } from '../../shared/config.js';
import { Chains } from '../../shared/chains.js';
import { hashMethod, type Method } from './hash-method.js';

interface MethodRow extends Method {
  chainId: string;
}

@Injectable()
export class MethodHashesRepository implements OnModuleInit {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly chains: Chains,
  ) {}

  /** Keyed hashes of the wallets, the address and the linked accounts, without duplicates. */
  async of(on: Queries, userId: string): Promise<string[]> {
    const rows = await on.rows<MethodRow>(sql`
      SELECT 'wallet' AS kind, address AS value, chain_id FROM wallet WHERE user_id = ${userId}
      UNION ALL SELECT 'email', email, '' FROM user_email WHERE user_id = ${userId}
      UNION ALL SELECT provider, account_id, '' FROM linked_account WHERE user_id = ${userId}`);
    return [...new Set(rows.map((row) => hashMethod(this.config.METHOD_HASH_KEY, this.methodOf(row))))].toSorted();
  }

  private methodOf({ kind, value, chainId }: MethodRow): Method {
    const chain = kind === 'wallet' ? this.chains.get(chainId) : undefined;
    const account = chain && decodeAddress(chain, value);
    return { kind, value: account ? Buffer.from(account).toString('hex') : value };
  }

  /** @throws Error when the database was used with another key, whose hashes would never match */
  async onModuleInit(): Promise<void> {
    const check = hashMethod(this.config.METHOD_HASH_KEY, { kind: 'key check', value: '' });
    await this.database.execute(
      sql`INSERT INTO method_hash_key (check_value) VALUES (${check}) ON CONFLICT DO NOTHING`,
    );
    const same = await this.database.row(sql`SELECT FROM method_hash_key WHERE check_value = ${check}`);
    if (same === undefined) throw new Error('METHOD_HASH_KEY is not the key that this database was first used with');
  }
}
