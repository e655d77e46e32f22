import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { assertIsDeliverTxSuccess, GasPrice, SigningStargateClient } from '@cosmjs/stargate';
import { PREFIX, STAKE_DENOM, testAccount, type Coin } from '@questp/chain';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { LOCAL_GAS_PRICE } from '../local-chain.js';

/** Coins of the platform's chain, with 6 decimals: the first pays fees. */
export const DENOMS = [STAKE_DENOM, 'uquest'] as const;

/** Account of the platform's chain that gives coins on request. */
export const FAUCET = testAccount('faucet');

/** Sends the coins from the faucet to every address, in one transaction. Throws when the chain refuses it. */
export async function sendCoins(rpc: string, addresses: readonly string[], coins: readonly Coin[]): Promise<void> {
  const wallet = await DirectSecp256k1Wallet.fromKey(FAUCET.privateKey, PREFIX);
  const gasPrice = GasPrice.fromString(LOCAL_GAS_PRICE);
  const client = await SigningStargateClient.connectWithSigner(rpc, wallet, { gasPrice });
  try {
    const amount = [...coins].sort((a, b) => (a.denom < b.denom ? -1 : 1));
    const messages = addresses.map((toAddress) => ({
      typeUrl: MsgSend.typeUrl,
      value: MsgSend.fromPartial({ fromAddress: FAUCET.address, toAddress, amount }),
    }));
    assertIsDeliverTxSuccess(await client.signAndBroadcast(FAUCET.address, messages, 'auto'));
  } finally {
    client.disconnect();
  }
}
