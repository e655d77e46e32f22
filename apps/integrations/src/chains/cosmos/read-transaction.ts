import {
  MAX_COINS,
  MAX_TRANSFERS,
  type ChainTransaction,
  type ChainTransfer,
  type Coin,
} from '@questp/messages/integrations';
import {
  objectAt,
  objectsAt,
  parseObject,
  textAt,
  UnusableAnswer,
  wholeAt,
  type JsonObject,
} from '../../outbound/node-json.js';

const HEIGHT = /^[1-9]\d{0,15}$/;
const TIME = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
const ADDRESS = /^[a-z0-9]{1,128}$/;
// Of the SDK (types/coin.go); amounts of more than 128 bits belong to no coin worth a quest.
const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/;
const AMOUNT = /^(0|[1-9]\d{0,38})$/;

/**
 * Reads the answer of `GET /cosmos/tx/v1beta1/txs/{hash}` of a Cosmos SDK chain: block, time, code, and the coins that
 * bank messages moved. Messages inside others (authz, groups, contracts) are not signed by the sender and do not count.
 *
 * @param hash of the transaction that was asked for, 64 upper-case hex digits
 * @throws UnusableAnswer
 */
export function readTransaction(body: Buffer, hash: string): ChainTransaction {
  const answer = parseObject(body);
  const result = objectAt(answer, 'tx_response');
  if (textAt(result, 'txhash', /^[0-9A-Fa-f]{64}$/).toUpperCase() !== hash) {
    throw new UnusableAnswer('the answer is about another transaction');
  }
  const height = Number(textAt(result, 'height', HEIGHT));
  if (!Number.isSafeInteger(height)) throw new UnusableAnswer('height is not as it should be');
  const code = wholeAt(result, 'code', 2 ** 32 - 1);
  return {
    hash,
    height,
    time: toTimestamp(textAt(result, 'timestamp', TIME)),
    code,
    transfers: code === 0 ? transfersOf(objectAt(objectAt(answer, 'tx'), 'body')) : [],
  };
}

function toTimestamp(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UnusableAnswer('timestamp is not as it should be');
  return time.toISOString();
}

function transfersOf(body: JsonObject): ChainTransfer[] {
  const transfers: ChainTransfer[] = [];
  for (const message of objectsAt(body, 'messages', MAX_TRANSFERS)) {
    transfers.push(...transfersIn(message));
    if (transfers.length >= MAX_TRANSFERS) break;
  }
  return transfers.slice(0, MAX_TRANSFERS);
}

function transfersIn(message: JsonObject): ChainTransfer[] {
  switch (message['@type']) {
    case '/cosmos.bank.v1beta1.MsgSend':
      return [
        {
          sender: textAt(message, 'from_address', ADDRESS),
          recipient: textAt(message, 'to_address', ADDRESS),
          amounts: coinsAt(message, 'amount'),
        },
      ];
    case '/cosmos.bank.v1beta1.MsgMultiSend': {
      const [from, ...others] = objectsAt(message, 'inputs', 2);
      // The SDK takes one input since 0.47; of several nobody can say which paid whom.
      if (from === undefined || others.length > 0) return [];
      const sender = textAt(from, 'address', ADDRESS);
      return objectsAt(message, 'outputs', MAX_TRANSFERS).map((output) => ({
        sender,
        recipient: textAt(output, 'address', ADDRESS),
        amounts: coinsAt(output, 'coins'),
      }));
    }
    default:
      return [];
  }
}

const coinsAt = (parent: JsonObject, name: string): Coin[] => objectsAt(parent, name, MAX_COINS).map(readCoin);

/** @throws UnusableAnswer */
export const readCoin = (coin: JsonObject): Coin => ({
  denom: textAt(coin, 'denom', DENOM),
  amount: textAt(coin, 'amount', AMOUNT),
});
