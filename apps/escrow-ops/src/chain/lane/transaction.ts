import { createHash } from 'node:crypto';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { AuthInfo, Fee, SignDoc, SignerInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import type { GasFee } from './fees.js';

/** A message to a contract. */
export interface ContractMessage {
  contract: string;
  /** One member, named as the message. */
  message: object;
}

export interface TransactionParts extends ContractMessage {
  chainId: string;
  signer: string;
  /** Compressed, 33 bytes. */
  publicKey: Uint8Array;
  accountNumber: bigint;
  sequence: bigint;
  /** No later block includes the transaction. */
  timeoutHeight: number;
  /** None for a simulation. */
  fee?: GasFee;
}

/** Bytes to sign (SIGN_MODE_DIRECT), and what `encodeSigned` makes of them with the signature. */
export interface UnsignedTransaction {
  bodyBytes: Uint8Array;
  authInfoBytes: Uint8Array;
  signBytes: Uint8Array;
}

export function encodeUnsigned(parts: TransactionParts): UnsignedTransaction {
  const { chainId, signer, contract, message, publicKey, accountNumber, sequence, timeoutHeight, fee } = parts;
  const execute = MsgExecuteContract.fromPartial({
    sender: signer,
    contract,
    msg: Buffer.from(JSON.stringify(message)),
  });
  const bodyBytes = TxBody.encode(
    TxBody.fromPartial({
      messages: [{ typeUrl: MsgExecuteContract.typeUrl, value: MsgExecuteContract.encode(execute).finish() }],
      timeoutHeight: BigInt(timeoutHeight),
    }),
  ).finish();
  const signerInfo = SignerInfo.fromPartial({
    publicKey: { typeUrl: PubKey.typeUrl, value: PubKey.encode({ key: publicKey }).finish() },
    modeInfo: { single: { mode: SignMode.SIGN_MODE_DIRECT } },
    sequence,
  });
  const authInfoBytes = AuthInfo.encode(
    AuthInfo.fromPartial({
      signerInfos: [signerInfo],
      fee: Fee.fromPartial(
        fee ? { amount: [{ denom: fee.denom, amount: `${fee.amount}` }], gasLimit: fee.gasLimit } : {},
      ),
    }),
  ).finish();
  const signBytes = SignDoc.encode(SignDoc.fromPartial({ bodyBytes, authInfoBytes, chainId, accountNumber })).finish();
  return { bodyBytes, authInfoBytes, signBytes };
}

/** The transaction as it is broadcast; an empty signature does for a simulation. */
export const encodeSigned = (
  { bodyBytes, authInfoBytes }: UnsignedTransaction,
  signature: Uint8Array = new Uint8Array(),
): Uint8Array => TxRaw.encode({ bodyBytes, authInfoBytes, signatures: [signature] }).finish();

/** The hash under which the chain indexes a transaction. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').toUpperCase();

/** The name of a message to a contract. */
export const actionOf = ({ message }: ContractMessage): string => Object.keys(message)[0] ?? '';
