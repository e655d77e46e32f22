import { Injectable } from '@nestjs/common';
import type { EgressAnswer } from '@questp/egress';
import type { Chain, ChainTransaction } from '@questp/messages/integrations';
import { hasForm } from '@questp/messages/language';
import { objectAt, parseObject, UnusableAnswer } from '../../outbound/described-json.js';
import { ChainNodes, unexpected } from './chain-nodes.js';

/** Channels whose destination is read for one reply. */
const MAX_CHANNELS = 10;
/** Channels whose destination is kept, and for how long: a channel keeps its client, whose chain seldom gets a new id. */
const MAX_KNOWN = 1_000;
const KEPT_MS = 3_600_000;

/**
 * The chains that IBC channels lead to, by the clients that verify their packets. A client verifies the blocks of one
 * chain, whose id the account chose that created the client.
 */
@Injectable()
export class DestinationChains {
  private readonly known = new Map<string, { chainId: string; until: number }>();

  constructor(private readonly chainNodes: ChainNodes) {}

  /**
   * Adds the destination to IBC transfers. A transaction whose destinations are too many is not complete.
   *
   * @param end of the time for all nodes, by `performance.now`
   * @returns undefined: no node answered for a channel
   */
  async addTo(
    chain: Chain,
    transactions: readonly ChainTransaction[],
    end: number,
  ): Promise<ChainTransaction[] | undefined> {
    const channels = new Set(transactions.flatMap(({ acts }) => acts.flatMap((act) => channelOf(act) ?? [])));
    const asked = [...channels].slice(0, MAX_CHANNELS);
    const answers = await Promise.all(asked.map((channel) => this.destinationOf(chain, channel, end)));
    if (answers.includes(undefined)) return undefined;
    const destinations = new Map(asked.map((channel, index) => [channel, answers[index]]));
    return transactions.map((transaction) => {
      const isKnown = transaction.acts.every((act) => {
        const channel = channelOf(act);
        return channel === undefined || destinations.has(channel);
      });
      const acts = transaction.acts.map((act) => {
        const destinationChainId = destinations.get(channelOf(act) ?? '');
        return destinationChainId ? { ...act, destinationChainId } : act;
      });
      return { ...transaction, acts, isComplete: transaction.isComplete && isKnown };
    });
  }

  /** Null: the chain has no such channel; undefined: no node answered. */
  private async destinationOf(chain: Chain, channel: string, end: number): Promise<string | null | undefined> {
    const key = `${chain.chainId}/${channel}`;
    const known = this.known.get(key);
    if (known !== undefined && known.until > performance.now()) return known.chainId;
    let answered: null | undefined;
    for await (const answer of this.chainNodes.inTurn(chain, pathOf(channel), end - performance.now(), chainIdIn)) {
      if (!answer.isUsable) continue;
      if (answer.value === null) answered = null;
      else return this.keep(key, answer.value);
    }
    return answered;
  }

  private keep(key: string, chainId: string): string {
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(key, { chainId, until: performance.now() + KEPT_MS });
    return chainId;
  }
}

const channelOf = ({ kind, channel }: ChainTransaction['acts'][number]): string | undefined =>
  kind === 'ibc_transfer' ? channel : undefined;

/** IBC v2 has clients in place of channels. */
const pathOf = (channel: string): string =>
  /^channel-\d+$/.test(channel)
    ? `/ibc/core/channel/v1/channels/${channel}/ports/transfer/client_state`
    : `/ibc/core/client/v1/client_states/${channel}`;

/** The chain of the client in an answer; null: there is none. @throws UnusableAnswer */
function chainIdIn(answer: EgressAnswer): string | null {
  if (answer.status === 404) {
    const { code } = parseObject(answer.body);
    if (code === 5) return null;
  }
  if (answer.status !== 200) throw unexpected(answer);
  const { identified_client_state: of, ...rest } = parseObject(answer.body);
  const state = objectAt(of === undefined ? rest : objectAt({ of }, 'of'), 'client_state');
  const { chain_id: chainId } = state;
  if (typeof chainId !== 'string' || chainId.length > 64 || !hasForm('chain_id', chainId)) {
    throw new UnusableAnswer('chain_id is not as it should be');
  }
  return chainId;
}
