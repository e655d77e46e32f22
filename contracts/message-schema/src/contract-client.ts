/** What the generated clients need of a chain client; those of CosmJS (`CosmWasmClient`, `SigningCosmWasmClient`) fit. */
export interface ICosmWasmClient {
  queryContractSmart<T>(address: string, query: object): Promise<T>;
}

export interface ISigningCosmWasmClient extends ICosmWasmClient {
  execute(
    sender: string,
    contract: string,
    message: object,
    fee: number | StdFee | 'auto',
    memo?: string,
    funds?: Coin[],
  ): Promise<ExecuteResult>;
}

/** `amount` counts the smallest unit of the coin. */
export interface Coin {
  denom: string;
  amount: string;
}

export interface StdFee {
  amount: readonly Coin[];
  gas: string;
}

export interface ExecuteResult {
  transactionHash: string;
  height: number;
  gasUsed: bigint;
  events: readonly { type: string; attributes: readonly { key: string; value: string }[] }[];
}
