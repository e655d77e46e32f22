import { type Coin } from './types.js';
import { type Accounts, PUBLIC_KEY } from './accounts.js';
import { type Addresses } from './addresses.js';
import { type Bank } from './bank.js';
import { parseCoins } from './coins.js';
import { type Context } from './context.js';
import { kvGas } from './gas-meter.js';
import { any, integer, message, sized, textLength } from './proto.js';

const TX_COUNTER = { key: 1, value: 12 };
const AUTH_PARAMS = { key: 1, value: 13 };
const GAS_PER_TX_BYTE = 10;
const SIGNATURE_GAS = 1000;
const SIGNATURE_BYTES = 64;
/** `{ single: { mode: SIGN_MODE_DIRECT } }`. */
const MODE_INFO = 4;

/** A message of a transaction: its type and the bytes of its protobuf encoding. */
export interface TxMessage {
  readonly typeUrl: string;
  readonly length: number;
}

/**
 * What a node charges before it runs the message (wasmd app/ante.go and the decorators of cosmos-sdk x/auth/ante): one
 * signer, one message, SIGN_MODE_DIRECT, no memo. Takes the fee and counts the sender's sequence up.
 */
export function runAnte(
  context: Context,
  sender: string,
  tx: TxMessage,
  gasLimit: number,
  fee: readonly Coin[],
  modules: { readonly accounts: Accounts; readonly addresses: Addresses; readonly bank: Bank },
): void {
  const { meter } = context;
  const { accounts, addresses, bank } = modules;
  const readParams = (): void => kvGas.read(meter, AUTH_PARAMS.key, AUTH_PARAMS.value);
  const readSender = () => accounts.get(meter, sender);
  accounts.ensure(sender);

  kvGas.read(meter, TX_COUNTER.key, TX_COUNTER.value);
  kvGas.write(meter, TX_COUNTER.key, TX_COUNTER.value);
  kvGas.has(meter); // circuit breaker
  readParams();
  meter.consume(GAS_PER_TX_BYTE * txLength(tx, accounts.sequence(sender), gasLimit, fee), 'txSize');
  readSender(); // fee payer
  const feeCollector = addresses.ofModule('fee_collector');
  if (fee.length > 0) {
    accounts.get(meter, feeCollector);
    bank.send({ ...context, events: [] }, sender, feeCollector, parseCoins(fee));
  }
  const signer = readSender();
  if (signer && !signer.hasPublicKey) accounts.set(meter, sender, { ...signer, hasPublicKey: true });
  readParams(); // number of signatures
  readParams(); // gas of signatures
  readSender();
  meter.consume(SIGNATURE_GAS, 'ante verify: secp256k1');
  readSender(); // signature
  const verified = readSender();
  if (verified) accounts.set(meter, sender, { ...verified, sequence: verified.sequence + 1 });
}

/** Bytes of the signed TxRaw. */
function txLength(tx: TxMessage, sequence: number, gasLimit: number, fee: readonly Coin[]): number {
  const body = message(any(tx.typeUrl, tx.length));
  const signer = message(PUBLIC_KEY) + message(MODE_INFO) + integer(sequence);
  const coins = fee.reduce(
    (length, { denom, amount }) => length + message(sized(textLength(denom)) + sized(amount.length)),
    0,
  );
  return sized(body) + sized(message(signer) + message(coins + integer(gasLimit))) + sized(SIGNATURE_BYTES);
}
