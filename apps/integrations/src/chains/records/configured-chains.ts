import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ChainFields, ChainRequest } from '@questp/messages/integrations';
import { combine, messageErrors, partial, readMessage } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { CONFIG, str, type ConfigOf } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { ChainsRepository } from './chains.repository.js';

/** An entry of CHAINS: a chain with the members that it sets. */
export class ConfiguredChain extends combine(ChainRequest, partial(ChainFields)) {}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** @throws Error which names every bad member */
export function parseChains(input: string): ConfiguredChain[] {
  const entries = parseList(input);
  const problems = entries.flatMap((entry: unknown, index) =>
    messageErrors(ConfiguredChain, entry).map(({ pointer, detail }) => `/${index}${pointer}: ${detail}`),
  );
  if (problems.length > 0) throw new Error(`CHAINS is not valid:\n${problems.join('\n')}`);
  const chains = entries.filter(isObject).map((entry) => readMessage(ConfiguredChain, entry) as ConfiguredChain);
  const ids = chains.map(({ chainId }) => chainId);
  const repeated = ids.find((chainId, index) => ids.indexOf(chainId) < index);
  if (repeated !== undefined) throw new Error(`CHAINS has ${repeated} twice`);
  return chains;
}

function parseList(input: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch (error) {
    throw new Error('CHAINS is not JSON', { cause: error });
  }
  if (!Array.isArray(value)) throw new Error('CHAINS is not a JSON array');
  return value;
}

export const CHAINS_CONFIG = {
  CHAINS: str({
    desc: 'JSON array of chains, each with its chainId and the members that are set here instead of by operators; addresses of nodes may be internal',
    default: '[]',
  }),
};

/** Writes the members that CHAINS sets into the records of chains when the service starts. No node is asked. */
@Injectable()
export class ConfiguredChains implements OnModuleInit {
  private readonly entries: ConfiguredChain[];

  /** Throws if CHAINS is not valid. */
  constructor(
    private readonly database: Database,
    private readonly chainsRepository: ChainsRepository,
    private readonly chainRegistry: ChainRegistry,
    @Inject(CONFIG) { CHAINS }: ConfigOf<typeof CHAINS_CONFIG>,
  ) {
    this.entries = parseChains(CHAINS);
  }

  /** @throws Error for an entry that lacks what a new chain needs */
  async onModuleInit(): Promise<void> {
    await this.database.transaction((tx) => this.chainsRepository.configure(tx, this.entries));
    await this.chainRegistry.reload();
  }
}
