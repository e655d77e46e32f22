import { MAX_COINS, type Coin } from '@questp/messages/integrations';
import { objectsAt, textAt, type JsonObject } from '../../../outbound/described-json.js';

const ADDRESS = /^[a-z0-9]{1,128}$/;
// As in types/coin.go of the SDK. No coin that a quest asks for has amounts of more than 128 bits.
const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/;
const AMOUNT = /^(0|[1-9]\d{0,38})$/;

/** @throws UnusableAnswer */
export const addressAt = (parent: JsonObject, name: string): string => textAt(parent, name, ADDRESS);

/** @throws UnusableAnswer */
export const coinsAt = (parent: JsonObject, name: string): Coin[] => objectsAt(parent, name, MAX_COINS).map(readCoin);

/** @throws UnusableAnswer */
export const readCoin = (coin: JsonObject): Coin => ({
  denom: textAt(coin, 'denom', DENOM),
  amount: textAt(coin, 'amount', AMOUNT),
});
