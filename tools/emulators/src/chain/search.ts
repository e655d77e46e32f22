import { eventsOf, type ChainTx, type SdkVersion } from './transactions.js';

export type Answer = readonly [status: number, body: object];

export const failed = (status: number, code: number, message: string): Answer => [
  status,
  { code, message, details: [] },
];

/** Whether a transaction has the value of a condition, like `message.sender='x'`, or of its height. */
function fits(tx: ChainTx, condition: string): boolean {
  const height = /^tx\.height>=(\d+)$/.exec(condition);
  if (height !== null) return tx.height >= Number(height[1]);
  const [, type, key, value] = /^(\w+)\.(\w+)='([^']*)'$/.exec(condition) ?? [];
  return tx.messages.some((_, index) =>
    eventsOf(tx, index).some(
      (event) => event.type === type && event.attributes.some(([name, text]) => name === key && text === value),
    ),
  );
}

/** The transactions on a page of a search; an answer if the search is refused. */
export function searched(
  transactions: readonly ChainTx[],
  parameters: URLSearchParams,
  sdk: SdkVersion,
): { found: ChainTx[]; total: number } | Answer {
  const isOld = sdk === '0.45' || sdk === '0.47';
  const conditions = isOld
    ? parameters.getAll('events')
    : (parameters.get('query') ?? '').split(' AND ').filter(Boolean);
  if (conditions.length === 0) {
    return isOld
      ? failed(400, 3, 'must declare at least one event to search')
      : failed(500, 2, 'query cannot be empty');
  }
  if (conditions.some((condition) => !/^\w+\.\w+(='[^']*'|>=\d+)$/.test(condition))) {
    return failed(400, 3, `invalid event ${conditions.join(' ')}; event is not in the form of \`key=value\``);
  }
  const [size, first] =
    sdk === '0.45'
      ? [Number(parameters.get('pagination.limit') ?? 100), Number(parameters.get('pagination.offset') ?? 0)]
      : [
          Number(parameters.get('limit') ?? 100),
          (Number(parameters.get('page') ?? 1) - 1) * Number(parameters.get('limit') ?? 100),
        ];
  const order = parameters.get('order_by') === 'ORDER_BY_DESC' ? -1 : 1;
  const all = transactions
    .filter((tx) => conditions.every((condition) => fits(tx, condition)))
    .toSorted((one, other) => order * (one.height - other.height));
  if (first > 0 && first >= all.length) {
    const pages = Math.max(1, Math.ceil(all.length / size));
    return failed(500, 13, `page should be within [1, ${pages}] range, given ${first / size + 1}`);
  }
  return { found: all.slice(first, first + size), total: all.length };
}
