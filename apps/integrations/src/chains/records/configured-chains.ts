import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ChainFields, ChainRequest } from '@questp/messages/integrations';
import { combine, messageErrors, partial } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { CONFIG, makeValidator, type ConfigOf } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { ChainsRepository } from './chains.repository.js';

/** An entry of CHAINS: a chain with the members that it sets. */
export class ConfiguredChain extends combine(ChainRequest, partial(ChainFields)) {}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** @throws Error which names every bad member */
function parseChains(input: string): ConfiguredChain[] {
  const entries: unknown = JSON.parse(input);
  if (!Array.isArray(entries)) throw new Error('must be a JSON array of chains');
  const problems = entries.flatMap((entry: unknown, index) =>
    messageErrors(ConfiguredChain, entry).map(({ pointer, detail }) => `/${index}${pointer}: ${detail}`),
  );
  if (problems.length > 0) throw new Error(problems.join(' '));
  const chains = entries.filter(isObject) as ConfiguredChain[];
  const ids = chains.map(({ chainId }) => chainId);
  const repeated = ids.find((chainId, index) => ids.indexOf(chainId) < index);
  if (repeated !== undefined) throw new Error(`${repeated} appears twice`);
  return chains;
}

export const CHAINS_CONFIG = {
  CHAINS: makeValidator(parseChains)({
    desc: 'JSON array of chains, each with its chainId and the members that are set here instead of by operators; addresses of nodes may be internal',
    default: [],
  }),
};

/** Writes the members that CHAINS sets into the records of chains when the service starts. No node is asked. */
@Injectable()
export class ConfiguredChains implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly chains: ChainsRepository,
    private readonly registry: ChainRegistry,
    @Inject(CONFIG) private readonly config: ConfigOf<typeof CHAINS_CONFIG>,
  ) {}

  /** @throws Error for an entry that lacks what a new chain needs */
  async onModuleInit(): Promise<void> {
    await this.db.transaction((tx) => this.chains.configure(tx, this.config.CHAINS));
    await this.registry.reload();
  }
}
