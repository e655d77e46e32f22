import { PREFIX, startChain, testAccount } from '@questp/chain';
import { connectSigning, type ContractMessages, keySigner } from '@questp/escrow-client/cosmjs';
import { ACCOUNTS, BALANCE, type BenchChain, CHAIN_ID, DENOM } from './bench-chain.js';

/** More than any step takes; the test chain asks for no fee. */
const FEE = { amount: [], gas: '150000000' };

/** A wasmd node of its own as the benchmark's chain. */
export async function nodeChain(report: (text: string) => void): Promise<BenchChain> {
  const accounts = ACCOUNTS.map(testAccount);
  const coins = [{ denom: DENOM, amount: BALANCE }];
  const chain = await startChain({
    chainId: CHAIN_ID,
    accounts: accounts.map(({ address }) => ({ address, coins })),
    report,
  });
  const clients = new Map<string, ContractMessages>();
  for (const { name, privateKey } of accounts) {
    const signer = await keySigner(privateKey, PREFIX);
    clients.set(name, await connectSigning(chain.rpc, signer, { broadcastPollIntervalMs: 100 }));
  }
  const client = (name: string) => {
    const found = clients.get(name);
    if (!found) throw new Error(`${name} has no account`);
    return found.client;
  };
  const reader = client(ACCOUNTS[0]);
  const now = async () => BigInt(Date.parse((await reader.getBlock()).header.time)) * 1_000_000n;
  return {
    chainId: CHAIN_ID,
    async store(wasm) {
      // An account of its own: the first transaction of an account costs more, as its key is written.
      const sender = testAccount('uploader').address;
      const { codeId, checksum } = await client('uploader').upload(sender, wasm, FEE);
      return { codeId, checksum };
    },
    async instantiate(sender, codeId, msg, label) {
      const from = testAccount(sender).address;
      const { contractAddress, gasUsed } = await client(sender).instantiate(from, codeId, msg, label, FEE);
      return { address: contractAddress, gas: Number(gasUsed) };
    },
    async execute(sender, contract, msg, funds = []) {
      const { gasUsed } = await client(sender).execute(testAccount(sender).address, contract, msg, FEE, '', funds);
      return { gas: Number(gasUsed) };
    },
    query: (contract, msg) => reader.queryContractSmart(contract, msg) as Promise<never>,
    now,
    async waitUntil(time) {
      while ((await now()) < time) await new Promise((done) => setTimeout(done, 200));
    },
    stop: () => chain.stop(),
  };
}
