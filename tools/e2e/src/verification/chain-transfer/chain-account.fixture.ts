import { createHash } from 'node:crypto';
import type * as ProtoSigning from '@cosmjs/proto-signing';
import type * as Stargate from '@cosmjs/stargate';
import { PREFIX, testAccount, type Coin } from '@questp/chain';
import type * as Tx from 'cosmjs-types/cosmos/tx/v1beta1/tx';

type Cosmjs = Pick<typeof ProtoSigning, 'DirectSecp256k1Wallet'> &
  Pick<typeof Stargate, 'SigningStargateClient'> &
  Pick<typeof Tx, 'TxRaw'>;

declare const globalThis: {
  /** Set by jest.cosmjs-environment.js. */
  cosmjs: Cosmjs;
};
const { DirectSecp256k1Wallet, SigningStargateClient, TxRaw } = globalThis.cosmjs;

/** The chain charges no fee. */
const FEE = { amount: [], gas: '200000' };
const POLL_MS = 50;

/** A signed transaction that the chain does not know yet. */
export interface Signed {
  /** Upper-case hex. */
  hash: string;
  /** Broadcasts it; resolves with its code once it is in a block. */
  broadcast(): Promise<number>;
}

/** An account of the test chain that sends coins, one transaction after another. */
export class ChainAccount {
  private constructor(
    readonly address: string,
    readonly privateKey: Uint8Array,
    private readonly client: Stargate.SigningStargateClient,
  ) {}

  /** The account of `testAccount(name)`. */
  static async connect(rpc: string, name: string): Promise<ChainAccount> {
    const { address, privateKey } = testAccount(name);
    const wallet = await DirectSecp256k1Wallet.fromKey(privateKey, PREFIX);
    const client = await SigningStargateClient.connectWithSigner(rpc, wallet);
    return new ChainAccount(address, privateKey, client);
  }

  /** Signs a transfer (bank MsgSend), without checking the balance. */
  sign(recipient: string, coin: Coin): Promise<Signed> {
    const value = { fromAddress: this.address, toAddress: recipient, amount: [coin] };
    return this.signMessage({ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value });
  }

  /** Signs a transfer to several recipients (bank MsgMultiSend). */
  signToMany(coin: Coin, recipients: readonly string[]): Promise<Signed> {
    const total = { ...coin, amount: String(BigInt(coin.amount) * BigInt(recipients.length)) };
    const inputs = [{ address: this.address, coins: [total] }];
    const outputs = recipients.map((address) => ({ address, coins: [coin] }));
    return this.signMessage({ typeUrl: '/cosmos.bank.v1beta1.MsgMultiSend', value: { inputs, outputs } });
  }

  close(): void {
    this.client.disconnect();
  }

  private async signMessage(message: ProtoSigning.EncodeObject): Promise<Signed> {
    const bytes = TxRaw.encode(await this.client.sign(this.address, [message], FEE, '')).finish();
    return {
      hash: createHash('sha256').update(bytes).digest('hex').toUpperCase(),
      broadcast: async () => (await this.client.broadcastTx(bytes, 20_000, POLL_MS)).code,
    };
  }
}
