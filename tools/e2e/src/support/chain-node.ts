import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A transfer that a quest can ask for. */
export interface Transfer {
  sender: string;
  recipient: string;
  denom: string;
  amount: string;
}

/** An emulated REST endpoint of a chain's node. It knows the transactions given to `include`, with the current time. */
export class ChainNode {
  /** Milliseconds before each answer. */
  delay = 0;
  private readonly known = new Map<string, Transfer>();
  private readonly server = createServer(({ url = '' }, response) => {
    setTimeout(() => this.answer(new URL(url, 'http://node'), response), this.delay);
  });

  /** Listens; returns the entry of CHAINS that makes it the chain's only node. */
  async start(chainId: string, host = '127.0.0.1'): Promise<object> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, host, resolve);
    });
    const { port } = this.server.address() as AddressInfo;
    const gasPrices = [{ denom: 'uatom', price: '0.005' }];
    return { chainId, restUrls: [`http://${host}:${port}`], gasPrices };
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }

  /** Adds the transaction to a block. */
  include(hash: string, transfer: Transfer): void {
    this.known.set(hash, transfer);
  }

  private answer({ pathname, searchParams }: URL, response: ServerResponse): void {
    const [status, body] = this.bodyOf(pathname, searchParams);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private bodyOf(pathname: string, query: URLSearchParams): [number, object] {
    if (pathname.startsWith('/cosmos/bank/v1beta1/balances/')) return nothingOf(query.get('denom'));
    if (pathname === '/cosmos/staking/v1beta1/validators') return validatorsOf(query.get('status'));
    return this.transaction(pathname);
  }

  private transaction(pathname: string): [number, object] {
    const hash = pathname.split('/').at(-1) ?? '';
    const transfer = this.known.get(hash);
    return transfer ? [200, found(hash, transfer)] : [404, { code: 5, message: `tx not found: ${hash}`, details: [] }];
  }
}

/** Every balance is zero. */
const nothingOf = (denom: string | null): [number, object] => [200, { balance: { denom, amount: '0' } }];

/** The active set has one validator. */
const validatorsOf = (status: string | null): [number, object] => {
  const description = { moniker: 'Orbit Validator' };
  const validator = {
    operator_address: 'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0',
    tokens: '1',
    description,
  };
  return [200, { validators: status === 'BOND_STATUS_BONDED' ? [{ ...validator, status }] : [] }];
};

/** A new hash. */
export const newHash = (): string => randomBytes(32).toString('hex').toUpperCase();

/** As SDK 0.50 to 0.53 answer, with something odd beside the transfer. */
function found(hash: string, { sender, recipient, denom, amount }: Transfer): object {
  const message = {
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    // As some wallets sign it.
    from_address: sender.toUpperCase(),
    to_address: recipient,
    // A token of which there can be more than 128 bits count.
    amount: [
      { denom: 'factory/x/abig', amount: '9'.repeat(41) },
      { denom, amount },
    ],
  };
  const ofEthereum = { '@type': '/cosmos.evm.vm.v1.MsgEthereumTx', from: '0x52908400098527886E0F7030069857D2E4169EE7' };
  const tx = { body: { messages: [ofEthereum, message], memo: '' }, signatures: [] };
  const events = [
    { type: 'tx', attributes: [{ key: 'fee', value: null, index: true }] },
    { type: 'transfer', attributes: [{ key: 'sender', value: sender, index: true }] },
  ];
  const result = { codespace: '', code: 0, data: '', raw_log: '', logs: [], info: '', gas_wanted: '9', gas_used: '8' };
  const tx_response = {
    ...{ height: '7', txhash: hash, timestamp: new Date().toISOString(), ...result },
    ...{ tx: { '@type': '/cosmos.tx.v1beta1.Tx', ...tx }, events },
  };
  return { tx, tx_response };
}

/** The node of cosmoshub-4 on the platform that suites share. */
export const node = new ChainNode();
