import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  ChainFields,
  getAdminChain,
  listAdminChains,
  listChains,
  MAX_CHAINS,
  type AdminChain,
  type PublicChain,
} from '@questp/messages/integrations';
import { AppError, fieldsOf, type Page, type RequestOf } from '@questp/messages/language';
import {
  assignments,
  columns,
  Database,
  found,
  insertInto,
  iso,
  json,
  namesOf,
  sql,
  type Queries,
  type Tx,
} from '@questp/postgres';
import { Rpc } from '@questp/service';

export interface ChainRow extends ChainFields {
  chainId: string;
  configured: string[];
  builtIn: boolean;
  createdAt: Date;
  updatedAt: Date;
  updatedBy: string | null;
}

/** Members of a chain that a request or an entry of CHAINS sets. */
export type ChainChange = Partial<ChainFields>;

const FIELDS = [...fieldsOf(ChainFields).keys()] as (keyof ChainFields)[];
/** Members without which there is no chain. */
const NEEDED = ['name', 'bech32Prefix', 'keyAlgorithm', 'coinType'] as const;

const COLUMNS = columns([
  ...FIELDS,
  ...namesOf<Exclude<keyof ChainRow, keyof ChainFields>>({
    chainId: true,
    configured: true,
    builtIn: true,
    createdAt: true,
    updatedAt: true,
    updatedBy: true,
  }),
]);

/** The members of the change. */
export const fieldsIn = (change: ChainChange): (keyof ChainFields)[] =>
  FIELDS.filter((name) => change[name] !== undefined);

/** The members to which the change gives a new value. */
export const changedFields = (row: ChainRow, change: ChainChange): (keyof ChainFields)[] =>
  fieldsIn(change).filter((name) => !isDeepStrictEqual(row[name], change[name]));

@Injectable()
export class ChainsRepository {
  constructor(private readonly database: Database) {}

  @Rpc(listChains)
  async listPublic(): Promise<Page<PublicChain>> {
    return { items: (await this.rows(this.database)).map(toPublicChain), nextCursor: null };
  }

  @Rpc(listAdminChains)
  async list(): Promise<Page<AdminChain>> {
    return { items: (await this.rows(this.database)).map(toAdminChain), nextCursor: null };
  }

  @Rpc(getAdminChain)
  async get({ chainId }: RequestOf<typeof getAdminChain>): Promise<AdminChain> {
    return toAdminChain(found(await this.read(this.database, chainId)));
  }

  read(on: Queries, chainId: string): Promise<ChainRow | undefined> {
    return on.row<ChainRow>(sql`SELECT ${COLUMNS} FROM chain WHERE chain_id = ${chainId}`);
  }

  lock(tx: Tx, chainId: string): Promise<ChainRow | undefined> {
    return tx.row<ChainRow>(sql`SELECT ${COLUMNS} FROM chain WHERE chain_id = ${chainId} FOR UPDATE`);
  }

  /** CHAIN_EXISTS, TOO_MANY */
  async insert(tx: Tx, row: { chainId: string; updatedBy: string } & ChainChange): Promise<ChainRow> {
    const chains = await this.lockAll(tx);
    if (chains.some(({ chainId }) => chainId === row.chainId)) throw new AppError('CHAIN_EXISTS');
    if (chains.length >= MAX_CHAINS) throw new AppError('TOO_MANY', { detail: `There are ${MAX_CHAINS} chains.` });
    return found(await tx.row<ChainRow>(sql`${insertInto('chain', stored(row))} RETURNING ${COLUMNS}`));
  }

  async update(tx: Tx, chainId: string, change: ChainChange & Partial<ChainRow>): Promise<ChainRow> {
    const row = await tx.row<ChainRow>(sql`
      UPDATE chain SET ${assignments(stored(change))},
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      WHERE chain_id = ${chainId} RETURNING ${COLUMNS}`);
    return found(row);
  }

  /**
   * Sets the members of the entries. A chain that is in no entry any more keeps its values, for operators to change;
   * one that only CHAINS knew is disabled. @throws Error for a new chain without the members that it needs
   */
  async configure(tx: Tx, entries: readonly ({ chainId: string } & ChainChange)[]): Promise<void> {
    const rows = new Map((await this.lockAll(tx)).map((row) => [row.chainId, row]));
    for (const { chainId, ...change } of entries) {
      const configured = fieldsIn(change);
      const row = rows.get(chainId);
      if (row === undefined) {
        const missing = NEEDED.filter((name) => change[name] === undefined);
        if (missing.length > 0) throw new Error(`CHAINS: the new chain ${chainId} needs ${missing.join(', ')}`);
        // Nothing pays out automatically on a mainnet, so that is the safe one of the two.
        await tx.execute(insertInto('chain', stored({ network: 'mainnet', ...change, chainId, configured })));
      } else if (changedFields(row, change).length > 0 || !isDeepStrictEqual(row.configured, configured)) {
        await this.update(tx, chainId, { ...(isLeftBehind(row) && { enabled: true }), ...change, configured });
      }
    }
    const named = new Set(entries.map(({ chainId }) => chainId));
    for (const row of rows.values()) {
      if (row.configured.length === 0 || named.has(row.chainId)) continue;
      const left = { ...row, configured: [] };
      await this.update(tx, row.chainId, { configured: [], ...(isLeftBehind(left) && { enabled: false }) });
    }
  }

  private rows(on: Queries): Promise<ChainRow[]> {
    return on.rows<ChainRow>(sql`SELECT ${COLUMNS} FROM chain ORDER BY chain_id`);
  }

  /** All chains, locked: no other transaction can add or change one. */
  private async lockAll(tx: Tx): Promise<ChainRow[]> {
    await tx.execute(sql`SELECT exclusive_lock('chains')`);
    return tx.rows<ChainRow>(sql`SELECT ${COLUMNS} FROM chain ORDER BY chain_id FOR UPDATE`);
  }
}

/** True for a chain that only CHAINS knew, and does not name any more. */
const isLeftBehind = ({ configured, builtIn, updatedBy }: ChainRow): boolean =>
  configured.length === 0 && !builtIn && updatedBy === null;

/** Lists and objects of these columns are JSON. */
const stored = ({ gasPrices, escrow, ...row }: ChainChange & Partial<ChainRow>): object => ({
  ...row,
  ...(gasPrices !== undefined && { gasPrices: json(gasPrices) }),
  ...(escrow !== undefined && { escrow: escrow ?? sql`NULL` }),
});

const sourceOf = ({ configured, builtIn }: ChainRow): AdminChain['source'] => {
  if (configured.length > 0) return 'configuration';
  return builtIn ? 'built_in' : 'operator';
};

export function toAdminChain(row: ChainRow): AdminChain {
  const { builtIn: _, createdAt, updatedAt, ...chain } = row;
  return { ...chain, source: sourceOf(row), createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}

const toPublicChain = (row: ChainRow): PublicChain => ({
  chainId: row.chainId,
  name: row.name,
  family: row.family,
  bech32Prefix: row.bech32Prefix,
  keyAlgorithm: row.keyAlgorithm,
  coinType: row.coinType,
  network: row.network,
  publicRestUrl: row.publicRestUrl,
  enabled: row.enabled,
  signIn: row.signIn,
  linking: row.linking,
  escrow: row.escrow,
});
