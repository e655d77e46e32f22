import { Injectable } from '@nestjs/common';
import {
  CHAIN_CHOICE_SECONDS,
  LISTED_KINDS,
  listChainChoices,
  readChainChoice,
  type Chain,
  type ChainChoice,
  type ChainChoiceKind,
  type Fact,
  type FactStatus,
} from '@questp/messages/integrations';
import { AppError, fieldError, type Page, type RequestOf } from '@questp/messages/language';
import { decodeCursor, toPage } from '@questp/postgres';
import { Rpc, timeLeft } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { Recent } from '../../outbound/recent.js';
import { ChainNodes } from '../cosmos/chain-nodes.js';
import { CHOICE_READERS } from './choice-readers.js';

/** Milliseconds for all nodes together, and those kept for sending the reply. */
const ASKING_MS = 3_500;
const REPLY_MS = 500;

type Found = { choice: ChainChoice } | { status: 'not_found' | 'unavailable' };

/** What quests can name on a chain, as its nodes say it. */
@Injectable()
export class ChainChoices {
  private readonly lists = new Recent<string, ChainChoice[] | undefined>(CHAIN_CHOICE_SECONDS);

  constructor(
    private readonly chainRegistry: ChainRegistry,
    private readonly chainNodes: ChainNodes,
  ) {}

  /** NOT_FOUND, VALIDATION_FAILED, CHAIN_UNAVAILABLE */
  @Rpc(listChainChoices)
  async list({ chainId, kind, id, limit, cursor }: RequestOf<typeof listChainChoices>): Promise<Page<ChainChoice>> {
    const chain = this.chain(chainId);
    if (chain === undefined) throw new AppError('NOT_FOUND', { detail: `The platform has no node of ${chainId}.` });
    const from = decodeCursor(cursor, ['int32'])?.[0] ?? 0;
    const all = id === undefined ? await this.all(chain, kind) : await this.only(chain, kind, id);
    return toPage(
      all.slice(from, from + limit + 1),
      limit,
      (_, index) => [from + index + 1],
      (choice) => choice,
    );
  }

  @Rpc(readChainChoice)
  async read({ chainId, kind, id }: RequestOf<typeof readChainChoice>): Promise<Fact<ChainChoice>> {
    const chain = this.chain(chainId);
    if (chain === undefined) return without('unsupported', `The platform has no node of ${chainId}.`);
    const found = await this.find(chain, kind, id);
    if ('choice' in found) return { status: 'found', value: found.choice, detail: null, retryAt: null };
    return found.status === 'not_found'
      ? without('not_found', `${chainId} has no such ${kind}.`)
      : without('unavailable', `No node of ${chainId} can say whether there is such a ${kind}.`);
  }

  private chain(chainId: string): Chain | undefined {
    const chain = this.chainRegistry.get(chainId);
    return chain !== undefined && chain.restUrls.length > 0 ? chain : undefined;
  }

  private async only(chain: Chain, kind: ChainChoiceKind, id: string): Promise<ChainChoice[]> {
    const found = await this.find(chain, kind, id);
    if ('choice' in found) return [found.choice];
    if (found.status === 'unavailable') throw new AppError('CHAIN_UNAVAILABLE', { retryAfter: 5 });
    return [];
  }

  private async all(chain: Chain, kind: ChainChoiceKind): Promise<ChainChoice[]> {
    if (!LISTED_KINDS.includes(kind)) {
      const errors = [fieldError('/id', 'REQUIRED', {}, `A ${kind} is looked up by its id.`)];
      throw new AppError('VALIDATION_FAILED', { errors });
    }
    const version = chain.restUrls.join(' ');
    const key = `${chain.chainId} ${kind}`;
    const listed = await this.lists.get(key, version, () => this.readLists(chain, kind));
    if (listed !== undefined) return listed;
    this.lists.forget(key);
    throw new AppError('CHAIN_UNAVAILABLE', { retryAfter: 5 });
  }

  /** Undefined: no node answers one of them. */
  private async readLists(chain: Chain, kind: ChainChoiceKind): Promise<ChainChoice[] | undefined> {
    const { lists = [] } = CHOICE_READERS[kind];
    const ms = timeLeft(ASKING_MS, REPLY_MS);
    const read = await Promise.all(
      lists.map(async ({ path, read }) => {
        for await (const answer of this.chainNodes.inTurn(chain, path, ms, read)) {
          if (answer.isUsable) return answer.value;
        }
        return undefined;
      }),
    );
    return read.some((list) => list === undefined) ? undefined : read.flatMap((list) => list ?? []);
  }

  /** Every node has to deny it: one that does not answer might know it. */
  private async find(chain: Chain, kind: ChainChoiceKind, id: string): Promise<Found> {
    const { ids, one } = CHOICE_READERS[kind];
    if (!ids.test(id)) return { status: 'not_found' };
    let isKnownMissing = false;
    for (const { path, read } of one(id)) {
      let isDenied = true;
      for await (const answer of this.chainNodes.inTurn(chain, path, timeLeft(ASKING_MS, REPLY_MS), read)) {
        if (!answer.isUsable) isDenied = false;
        else if (answer.value !== null) return { choice: answer.value };
      }
      isKnownMissing ||= isDenied;
    }
    return { status: isKnownMissing ? 'not_found' : 'unavailable' };
  }
}

const without = (status: FactStatus, detail: string): Fact<ChainChoice> => ({
  ...{ status, value: null, detail, retryAt: null },
});
