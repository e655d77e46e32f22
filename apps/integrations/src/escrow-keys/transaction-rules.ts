import { isContractAddress } from '@questp/chains';
import { feeAt, type EscrowKey, type GasPrice } from '@questp/messages/integrations';
import { parseJson } from '@questp/messages/language';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { AuthInfo, SignDoc, TxBody, type Fee, type SignerInfo } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import type { EscrowChain } from '@questp/service-kit/chains';

/** Messages of the contracts that a key sends. The ticket key sends none. */
const MESSAGES: Readonly<Record<EscrowKey, readonly string[]>> = {
  escrow_operator: [
    'commit_allocations',
    'reset_allocations',
    'finalize_allocations',
    'distribute',
    'retry_failed',
    'sweep_leftover',
    'reclaim_expired',
  ],
  escrow_pauser: ['pause', 'unpause'],
  escrow_ticket: [],
};

const MAX_MESSAGES = 16;
const MAX_MEMO = 256;
/** A distribution of 1,000 payouts to new accounts takes 31 million. */
const MAX_GAS = 60_000_000n;
/** Maximum fee as a multiple of the chain's gas price. */
const MAX_TIMES_PRICE = 5n;

/** The account of a key on a chain. */
export interface SigningAccount {
  provider: EscrowKey;
  chain: EscrowChain;
  address: string;
  publicKey: Uint8Array;
}

interface Codec<T> {
  decode(bytes: Uint8Array): T;
  encode(message: T): { finish(): Uint8Array };
}

/** The fee of a transaction, in a coin of the price list. */
export interface SignedFee {
  gasPrice: GasPrice;
  amount: bigint;
}

/** The fee of the SignDoc in these bytes, or the reason for which the key does not sign it. */
export function checkTransaction(bytes: Uint8Array, account: SigningAccount): SignedFee | string {
  const signDoc = exactly(SignDoc, bytes);
  const body = signDoc && exactly(TxBody, signDoc.bodyBytes);
  const authInfo = signDoc && exactly(AuthInfo, signDoc.authInfoBytes);
  if (body === undefined || authInfo === undefined) return 'not a SignDoc in its canonical encoding';
  if (signDoc?.chainId !== account.chain.chainId) return 'another chain';
  return bodyRefusal(body, account) ?? checkAuth(authInfo, account);
}

/** Undefined unless encoding the decoded value yields the same bytes: no unknown or repeated field. */
function exactly<T>(codec: Codec<T>, bytes: Uint8Array): T | undefined {
  try {
    const message = codec.decode(bytes);
    return Buffer.compare(codec.encode(message).finish(), bytes) === 0 ? message : undefined;
  } catch {
    return undefined;
  }
}

function bodyRefusal(body: TxBody, account: SigningAccount): string | undefined {
  const { messages, memo, timeoutHeight, unordered, timeoutTimestamp } = body;
  if (messages.length < 1 || messages.length > MAX_MESSAGES) return `not 1 to ${MAX_MESSAGES} messages`;
  if (!messages.every((message) => isOwnMessage(message, account))) return 'a message that the key does not send';
  if (memo.length > MAX_MEMO) return 'a memo that is too long';
  // Without it, a signed transaction could be broadcast at any later time.
  if (timeoutHeight === 0n) return 'no timeout height';
  if (unordered || timeoutTimestamp !== undefined) return 'an unordered transaction';
  if (body.extensionOptions.length + body.nonCriticalExtensionOptions.length > 0) return 'extension options';
  return undefined;
}

/** A message to a contract, from this account, without funds, that the key is for. */
function isOwnMessage({ typeUrl, value }: TxBody['messages'][number], account: SigningAccount): boolean {
  if (typeUrl !== MsgExecuteContract.typeUrl) return false;
  const message = exactly(MsgExecuteContract, value);
  if (message?.sender !== account.address || message.funds.length > 0) return false;
  return isContractAddress(account.chain, message.contract) && isSent(message.msg, account.provider);
}

/** Checks the name only: the contracts check the rest, which cannot move funds of this account. */
function isSent(msg: Uint8Array, provider: EscrowKey): boolean {
  try {
    const parsed: unknown = parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(msg));
    if (typeof parsed !== 'object' || parsed === null) return false;
    const [name = '', ...others] = Object.keys(parsed);
    return others.length === 0 && MESSAGES[provider].includes(name);
  } catch {
    return false;
  }
}

function checkAuth({ signerInfos, fee, tip }: AuthInfo, account: SigningAccount): SignedFee | string {
  const [signer, ...others] = signerInfos;
  if (signer === undefined || others.length > 0) return 'not exactly one signer';
  if (!isOwnSigner(signer, account)) return 'another signer, or another sign mode';
  if (tip !== undefined) return 'a tip';
  return (fee && feeWithinPrice(fee, account.chain)) ?? 'a fee that the chain does not ask';
}

function isOwnSigner({ publicKey, modeInfo }: SignerInfo, account: SigningAccount): boolean {
  const isDirect = modeInfo?.single?.mode === SignMode.SIGN_MODE_DIRECT && modeInfo.multi === undefined;
  if (!isDirect || publicKey?.typeUrl !== PubKey.typeUrl) return false;
  const key = exactly(PubKey, publicKey.value);
  return key !== undefined && Buffer.compare(key.key, account.publicKey) === 0;
}

/** One coin of the price list, paid by the signer, at most a multiple of its price. */
function feeWithinPrice(fee: Fee, { gasPrices }: EscrowChain): SignedFee | undefined {
  const [coin, ...others] = fee.amount;
  if (coin === undefined || others.length > 0 || fee.payer !== '' || fee.granter !== '') return undefined;
  const gasPrice = gasPrices.find(({ denom }) => denom === coin.denom);
  if (gasPrice === undefined || fee.gasLimit > MAX_GAS || !/^[0-9]{1,39}$/.test(coin.amount)) return undefined;
  const amount = BigInt(coin.amount);
  return amount <= feeAt(gasPrice, fee.gasLimit * MAX_TIMES_PRICE) ? { gasPrice, amount } : undefined;
}
