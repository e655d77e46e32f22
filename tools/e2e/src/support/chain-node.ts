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
    const isBalance = pathname.startsWith('/cosmos/bank/v1beta1/balances/');
    const [status, body] = isBalance ? nothingOf(searchParams.get('denom')) : this.transaction(pathname);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private transaction(pathname: string): [number, object] {
    const hash = pathname.split('/').at(-1) ?? '';
    const transfer = this.known.get(hash);
    return transfer ? [200, found(hash, transfer)] : [404, { code: 5, message: `tx not found: ${hash}`, details: [] }];
  }
}

/** Every balance is zero. */
const nothingOf = (denom: string | null): [number, object] => [200, { balance: { denom, amount: '0' } }];

/** A new hash. */
export const newHash = (): string => randomBytes(32).toString('hex').toUpperCase();

function found(hash: string, { sender, recipient, denom, amount }: Transfer): object {
  const message = {
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    from_address: sender,
    to_address: recipient,
    amount: [{ denom, amount }],
  };
  return {
    tx: { body: { messages: [message] } },
    tx_response: { txhash: hash, height: '7', code: 0, timestamp: new Date().toISOString() },
  };
}

/** The node of cosmoshub-4 on the platform that suites share. */
export const node = new ChainNode();
