import type { readChainTransactions } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';

type Request = RequestOf<typeof readChainTransactions>;

/**
 * The parameter by which a node is searched: `query` since SDK 0.50, `events` before, where it is repeated for each
 * condition.
 */
export type SearchForm = 'query' | 'events';

export const PAGE_SIZE = 20;

/**
 * The searches of a request, each as conditions on the events of a transaction. Every value has a form
 * without quotes. The oldest nodes refuse a condition without an equals sign.
 */
export function searchesOf(request: Request): string[][] {
  const { senders, contract, recipient, validator, proposalId, channel, sequence, afterHeight } = request;
  const about = [
    ...(contract === undefined ? [] : [`execute._contract_address='${contract}'`]),
    ...(recipient === undefined ? [] : [`transfer.recipient='${recipient}'`]),
    ...(validator === undefined ? [] : [`delegate.validator='${validator}'`]),
    ...(proposalId === undefined ? [] : [`proposal_vote.proposal_id='${proposalId}'`]),
  ];
  const later = afterHeight === undefined ? [] : [`tx.height>=${afterHeight + 1}`];
  if (channel !== undefined && sequence !== undefined) {
    return ['timeout_packet', 'acknowledge_packet'].map((event) => [
      ...[`${event}.packet_src_channel='${channel}'`, `${event}.packet_sequence='${sequence}'`],
      ...later,
    ]);
  }
  if (senders !== undefined) return senders.map((sender) => [`message.sender='${sender}'`, ...about, ...later]);
  return about.length === 0 ? [] : [[...about, ...later]];
}

/** The path of one page of a search. Nodes before SDK 0.46 read `pagination`, later ones `page` and `limit`. */
export function searchPath(
  form: SearchForm,
  conditions: readonly string[],
  page: number,
  isOldestFirst: boolean,
): string {
  const values = form === 'query' ? [conditions.join(' AND ')] : conditions;
  const parameters = new URLSearchParams(values.map((value): [string, string] => [form, value]));
  parameters.set('order_by', isOldestFirst ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC');
  parameters.set('page', String(page));
  parameters.set('limit', String(PAGE_SIZE));
  if (form === 'events') {
    parameters.set('pagination.offset', String((page - 1) * PAGE_SIZE));
    parameters.set('pagination.limit', String(PAGE_SIZE));
  }
  return `/cosmos/tx/v1beta1/txs?${parameters.toString()}`;
}
