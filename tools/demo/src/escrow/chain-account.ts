import { assertIsDeliverTxSuccess, GasPrice } from '@cosmjs/stargate';
import { PREFIX } from '@questp/chain';
import { LOCAL_GAS_PRICE, sendCoins } from '@questp/deploy';
import { connectSigning, keySigner, type ContractMessages } from '@questp/escrow-client/cosmjs';
import type { ChainAddresses } from '@questp/local-stack';
import type { Schemas } from '@questp/players';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';

/** What an account gets of each coin. */
const ALLOWANCE = '100000000000';

/** An account of the local chain, whose wallet signs what the API has made ready. */
export class ChainAccount {
  private constructor(private readonly messages: ContractMessages) {}

  static async open({ rpcUrl }: ChainAddresses, privateKey: Uint8Array): Promise<ChainAccount> {
    const gasPrice = GasPrice.fromString(LOCAL_GAS_PRICE);
    return new ChainAccount(await connectSigning(rpcUrl, await keySigner(privateKey, PREFIX), { gasPrice }));
  }

  get address(): string {
    return this.messages.sender;
  }

  /** The escrow contract at this address. */
  escrow(address: string): ReturnType<ContractMessages['escrow']> {
    return this.messages.escrow(address);
  }

  /** Signs and sends the message; throws unless the chain executed it. */
  async send({ direct: { typeUrl, value } }: Schemas['ReadyMessage']): Promise<void> {
    const message = { typeUrl, value: MsgExecuteContract.decode(Buffer.from(value, 'base64')) };
    assertIsDeliverTxSuccess(await this.messages.client.signAndBroadcast(this.address, [message], 'auto'));
  }

  async balance(denom: string, address = this.address): Promise<bigint> {
    return BigInt((await this.messages.client.getBalance(address, denom)).amount);
  }

  close(): void {
    this.messages.client.disconnect();
  }
}

let lastGift = Promise.resolve();

/** Gives each address coins: for fees ustake alone, for pools both. Gifts wait for one another, because the faucet is one account. */
export function giveCoins({ rpcUrl }: ChainAddresses, addresses: readonly string[], denoms: string[]): Promise<void> {
  const coins = denoms.map((denom) => ({ denom, amount: ALLOWANCE }));
  const gift = lastGift.then(() => sendCoins(rpcUrl, addresses, coins));
  lastGift = gift.catch(() => undefined);
  return gift;
}
