import { testAccount } from '@questp/chain';
import { type CallGas, Chain, type InstantiateResult, type TxResult } from '@questp/contract-host';
import { ACCOUNTS, BALANCE, type BenchChain, CHAIN_ID, DENOM, type Spent } from './bench-chain.js';

export interface HostChain extends BenchChain {
  /** The gas of a query by another contract. */
  queryGas(contract: string, msg: object): CallGas;
}

/** Checksum that stands for a contract which only asks another one. */
const ASKING = '0'.repeat(64);

/** The contract host as the benchmark's chain. */
export function hostChain(): HostChain {
  const chain = new Chain({ chainId: CHAIN_ID });
  const address = (name: string) => testAccount(name).address;
  for (const name of ACCOUNTS) chain.bank.mint(address(name), DENOM, BigInt(BALANCE));
  return {
    chainId: CHAIN_ID,
    store: (wasm) => Promise.resolve(chain.storeCode(wasm)),
    instantiate(sender, codeId, msg, label) {
      const result: InstantiateResult = chain.instantiate(address(sender), codeId, msg, { label });
      if (!result.ok) throw new Error(result.error);
      return Promise.resolve({ ...spent(result), address: result.address });
    },
    execute: (sender, contract, msg, funds) =>
      Promise.resolve(spent(chain.execute(address(sender), contract, msg, funds))),
    query: (contract, msg) => Promise.resolve(chain.query(contract, msg)),
    now: () => Promise.resolve(chain.time),
    waitUntil(time) {
      if (chain.time < time) chain.setTime(time);
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
    queryGas(contract, msg) {
      const asking = chain.registerNativeContract(ASKING, {
        execute(context) {
          context.query({ wasm: { smart: { contract_addr: contract, msg: base64(msg) } } });
          return {};
        },
      });
      const asker = chain.instantiate(address('owner'), asking.codeId, {}, { label: 'asking' });
      if (!asker.ok) throw new Error(asker.error);
      const answer = chain
        .execute(address('owner'), asker.address, {})
        .gas.calls.find(({ entryPoint }) => entryPoint === 'query');
      if (!answer) throw new Error('The query was not made');
      return answer;
    },
  };
}

const base64 = (msg: object) => Buffer.from(JSON.stringify(msg)).toString('base64');

const spent = (result: TxResult): Spent => ({
  gas: result.gasUsed,
  report: result.gas,
  ...(!result.ok && { error: result.error }),
});
