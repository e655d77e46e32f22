import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { AuthInfo, Fee, SignDoc, SignerInfo, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import type { Any } from 'cosmjs-types/google/protobuf/any';
import { ESCROW, ESCROW_CHAIN } from './escrow-chain.fixture.js';

export const json = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

export const any = <T>(codec: { typeUrl: string; encode(value: T): { finish(): Uint8Array } }, value: T): Any => ({
  typeUrl: codec.typeUrl,
  value: codec.encode(value).finish(),
});

/** A distribution by this account, with other members. */
export const execute = (sender: string, change: Partial<MsgExecuteContract> = {}): Any =>
  any(
    MsgExecuteContract,
    MsgExecuteContract.fromPartial({ sender, contract: ESCROW, msg: json({ distribute: { limit: 250 } }), ...change }),
  );

export const keyOf = (key: Uint8Array): Any => any(PubKey, { key });

export const signer = (publicKey: Uint8Array, change: object = {}): SignerInfo =>
  SignerInfo.fromPartial({
    publicKey: keyOf(publicKey),
    modeInfo: { single: { mode: SignMode.SIGN_MODE_DIRECT } },
    sequence: 7n,
    ...change,
  });

/** 0.025 a unit: 250,000 for ten million. */
export const fee = (amount = '250000', change: object = {}): Fee =>
  Fee.fromPartial({ amount: [{ denom: 'ustake', amount }], gasLimit: 10_000_000n, ...change });

export interface Parts {
  body?: object;
  auth?: object;
  doc?: object;
}

/** A SignDoc of these messages for the key, with other members. */
export const signDocOf = (publicKey: Uint8Array, messages: Any[], { body, auth, doc }: Parts = {}): Uint8Array => {
  const signerInfos = [signer(publicKey)];
  return SignDoc.encode(
    SignDoc.fromPartial({
      bodyBytes: TxBody.encode(TxBody.fromPartial({ messages, timeoutHeight: 100n, ...body })).finish(),
      authInfoBytes: AuthInfo.encode(AuthInfo.fromPartial({ signerInfos, fee: fee(), ...auth })).finish(),
      chainId: ESCROW_CHAIN.chainId,
      accountNumber: 3n,
      ...doc,
    }),
  ).finish();
};
