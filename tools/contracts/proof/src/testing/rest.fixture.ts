/** A chain's REST gateway as anyone asks it: plain HTTP, the paths of specification 4.5. */
export class Rest {
  constructor(private readonly url: string) {}

  /** Throws the gateway's answer when it is not 200. */
  async get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.url}${path}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  async contractInfo(address: string): Promise<{ creator: string; code_id: string; admin: string; label: string }> {
    const { contract_info } = await this.get<{
      contract_info: { creator: string; code_id: string; admin: string; label: string };
    }>(`/cosmwasm/wasm/v1/contract/${address}`);
    return contract_info;
  }

  /** data_hash in lowercase hex (the gateway gives upper case). */
  async dataHash(codeId: string): Promise<string> {
    const { code_info } = await this.get<{ code_info: { data_hash: string } }>(`/cosmwasm/wasm/v1/code/${codeId}`);
    return code_info.data_hash.toLowerCase();
  }

  async smart<T>(contract: string, query: object): Promise<T> {
    const encoded = encodeURIComponent(Buffer.from(JSON.stringify(query)).toString('base64'));
    const { data } = await this.get<{ data: T }>(`/cosmwasm/wasm/v1/contract/${contract}/smart/${encoded}`);
    return data;
  }

  /** What the bank moved from `address`, in the order of the chain. */
  async transfersFrom(address: string): Promise<{ recipient: string; amount: string }[]> {
    const query = encodeURIComponent(`transfer.sender='${address}'`);
    const { txs, tx_responses } = await this.get<{ txs: object[]; tx_responses: { events: ChainEvent[] }[] }>(
      `/cosmos/tx/v1beta1/txs?query=${query}&order_by=ORDER_BY_ASC&limit=100`,
    );
    expect(txs.length).toBeLessThan(100);
    return tx_responses
      .flatMap(({ events }) => events)
      .filter(({ type }) => type === 'transfer')
      .map(({ attributes }) => Object.fromEntries(attributes.map(({ key, value }) => [key, value])))
      .filter(({ sender }) => sender === address)
      .map(({ recipient = '', amount = '' }) => ({ recipient, amount }));
  }
}

interface ChainEvent {
  type: string;
  attributes: { key: string; value: string }[];
}
