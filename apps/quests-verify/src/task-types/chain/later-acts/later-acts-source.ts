import { Injectable } from '@nestjs/common';
import { decodeAddress } from '@questp/chains';
import {
  MAX_SENDERS,
  readChainTransactions,
  type ChainAct,
  type ChainActKind,
  type ChainTransaction,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Bus } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import type { FactQueries } from '../../../catalog/definition/facts.js';
import type { FactContext, FactSource, Gathered } from '../../../verification/facts/fact-source.js';
import { unavailable } from '../../../verification/facts/gather-facts.js';

/** Searches for one check: pages of what the senders did later, and packets of a transaction. */
const MAX_PAGES = 3;
const MAX_PACKETS = 5;

type Asked = Pick<RequestOf<typeof readChainTransactions>, 'kinds'> & Partial<RequestOf<typeof readChainTransactions>>;

/** The result of the searches for one check. */
interface Searched {
  later: readonly ChainTransaction[];
  /** False: there may be more transactions than `later`. */
  isComplete: boolean;
}

/** The transaction of a credit, and what its senders did later. */
@Injectable()
export class LaterActsSource implements FactSource<'laterActs'> {
  readonly name = 'laterActs';

  constructor(
    private readonly bus: Bus,
    private readonly chainRegistry: ChainRegistry,
  ) {}

  async gather(query: FactQueries['laterActs'], { payer }: FactContext): Promise<Gathered<'laterActs'>> {
    const { chainId, txHash, done, undoing } = query;
    const ask = (asked: Asked) => this.bus.call(readChainTransactions, { chainId, since: null, payer, ...asked });
    const { value, detail, retryAt } = await ask({ txHash, kinds: [...done, ...undoing] });
    const [transaction] = value?.transactions ?? [];
    if (transaction === undefined) return unavailable(detail ?? undefined, retryAt);
    const own = transaction.acts.filter(({ kind, sender }) => done.includes(kind) && this.isOwn(query, sender));
    const senders = [...new Set(own.map(({ sender }) => sender))].slice(0, MAX_SENDERS);
    const { later, isComplete } = undoing.includes('ibc_refund')
      ? await refundsOf(own, ask)
      : await laterOf(transaction, senders, [...done, ...undoing], ask);
    return { kind: 'fact', value: { transaction, senders, later, isComplete: isComplete && transaction.isComplete } };
  }

  /** The address is one of the accounts, whose keys have the same account on chains that encode it likewise. */
  private isOwn({ chainId, accounts }: FactQueries['laterActs'], sender: string): boolean {
    const chain = this.chainRegistry.get(chainId);
    const account = chain && decodeAddress(chain, sender);
    return account !== undefined && account !== null && accounts.includes(Buffer.from(account).toString('hex'));
  }
}

type Ask = (asked: Asked) => Promise<{ value: { transactions: ChainTransaction[]; isComplete: boolean } | null }>;

/** From the block of the transaction on, which can have more transactions of the sender; oldest first. */
async function laterOf(
  { hash, height }: ChainTransaction,
  senders: string[],
  kinds: ChainActKind[],
  ask: Ask,
): Promise<Searched> {
  const later = new Map<string, ChainTransaction>();
  let afterHeight = height - 1;
  for (let page = 0; page < MAX_PAGES && senders.length > 0; page += 1) {
    const { value } = await ask({ senders, kinds, afterHeight });
    if (value === null) break;
    for (const one of value.transactions) later.set(one.hash, one);
    const last = value.transactions.at(-1)?.height ?? afterHeight;
    later.delete(hash);
    const found = [...later.values()];
    if (value.isComplete) return { later: found, isComplete: found.every(({ isComplete }) => isComplete) };
    // The rest of the last block may be on the next page.
    if (last - 1 <= afterHeight) break;
    afterHeight = last - 1;
  }
  return { later: [...later.values()], isComplete: false };
}

/** Refunds of the packets that the acts sent. */
async function refundsOf(sent: readonly ChainAct[], ask: Ask): Promise<Searched> {
  const packets = sent.flatMap(({ channel, sequence }) =>
    channel === undefined || sequence === undefined ? [] : [{ channel, sequence }],
  );
  const found = await Promise.all(
    packets.slice(0, MAX_PACKETS).map(async (packet) => (await ask({ kinds: ['ibc_refund'], ...packet })).value),
  );
  const isComplete = packets.length === sent.length && packets.length <= MAX_PACKETS;
  return {
    later: found.flatMap((value) => value?.transactions ?? []),
    isComplete: isComplete && found.every((value) => value?.isComplete === true),
  };
}
