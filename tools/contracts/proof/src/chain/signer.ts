import type * as CosmWasm from '@cosmjs/cosmwasm-stargate';
import type * as ProtoSigning from '@cosmjs/proto-signing';
import type { DeliverTxResponse } from '@cosmjs/stargate';
import { PREFIX, testAccount } from '@questp/chain';
import { type Coin } from '../scenario/backend.js';

/** The members of CosmJS that are used. It is passed in, since only Node's own loader can load it, not Jest's. */
export type Cosmjs = Pick<typeof CosmWasm, 'SigningCosmWasmClient'> &
  Pick<typeof ProtoSigning, 'DirectSecp256k1Wallet'>;

/** The chain asks for no fee; the limit is above what any transaction of the scenarios takes. */
export const FEE = { amount: [], gas: '60000000' };

/** An account of the test chain that signs and sends transactions, one after another. */
export class Signer {
  private constructor(
    readonly address: string,
    readonly client: CosmWasm.SigningCosmWasmClient,
  ) {}

  /** The signer for `testAccount(name)`. */
  static async connect(cosmjs: Cosmjs, rpc: string, name: string): Promise<Signer> {
    const { address, privateKey } = testAccount(name);
    const wallet = await cosmjs.DirectSecp256k1Wallet.fromKey(privateKey, PREFIX);
    const options = { broadcastPollIntervalMs: 100 };
    return new Signer(address, await cosmjs.SigningCosmWasmClient.connectWithSigner(rpc, wallet, options));
  }

  /** Executes a contract; resolves when the transaction is in a block, also when the contract refused. */
  execute(contract: string, msg: object, funds: readonly Coin[] = []): Promise<DeliverTxResponse> {
    const value = { sender: this.address, contract, msg: Buffer.from(JSON.stringify(msg)), funds: [...funds] };
    return this.client.signAndBroadcast(
      this.address,
      [{ typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract', value }],
      FEE,
    );
  }

  /** Transfers coins. Throws when the bank refuses. */
  async send(recipient: string, coins: readonly Coin[]): Promise<void> {
    const result = await this.client.sendTokens(this.address, recipient, coins, FEE);
    if (result.code !== 0) throw new Error(result.rawLog);
  }
}
