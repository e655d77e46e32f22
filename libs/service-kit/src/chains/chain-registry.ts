import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Chain } from '@questp/messages/integrations';
import { Database, sql } from '@questp/postgres';
import { BackgroundWorker, Readiness } from '@questp/service';
import type { Wing } from '../service-definition.js';

/** Time until a change of a chain is used. */
const RELOAD_MS = 2_000;
/** Age of the chains from which readiness reports it: several reloads failed. */
const STALE_MS = 15_000;

/**
 * The chains of the platform, which integrations publishes. They are loaded before the service is ready and reloaded
 * while it runs; while the database does not answer, the last ones are used.
 */
@Injectable()
export class ChainRegistry extends BackgroundWorker implements OnModuleInit {
  private chains: ReadonlyMap<string, Chain> | undefined;
  private loadedAt = 0;

  constructor(
    private readonly database: Database,
    readiness: Readiness,
  ) {
    super({ name: 'reload of the chains', idleMs: RELOAD_MS });
    readiness.addCheck('chains', () => this.loadFirst());
    readiness.addPartialCheck('chains up to date', () => this.requireFresh());
  }

  /** The chain with exactly this id, enabled or not. */
  get(chainId: string): Chain | undefined {
    return this.loaded().get(chainId);
  }

  /** All chains in the order of their ids. */
  list(): readonly Chain[] {
    return [...this.loaded().values()];
  }

  /** Reads the chains now. */
  async reload(): Promise<void> {
    const rows = await this.database.rows<Chain>(
      sql`SELECT * FROM integrations.published_chain_v1 ORDER BY chain_id COLLATE "C"`,
    );
    this.chains = new Map(rows.map((chain) => [chain.chainId, chain]));
    this.loadedAt = performance.now();
  }

  async execute(): Promise<boolean> {
    await this.reload();
    return false;
  }

  onModuleInit(): Promise<void> {
    return this.loadFirst();
  }

  private async loadFirst(): Promise<void> {
    if (this.chains === undefined) await this.reload();
  }

  private requireFresh(): Promise<void> {
    const seconds = Math.round((performance.now() - this.loadedAt) / 1_000);
    if (seconds * 1_000 <= STALE_MS) return Promise.resolve();
    return Promise.reject(new Error(`The chains were last read ${seconds} s ago`));
  }

  private loaded(): ReadonlyMap<string, Chain> {
    if (this.chains === undefined) throw new Error('The chains are not loaded yet');
    return this.chains;
  }
}

/** Of a service that reads the views of integrations. */
export const chainRegistry: Wing = { providers: [ChainRegistry] };
