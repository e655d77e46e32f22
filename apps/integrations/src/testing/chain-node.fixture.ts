import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anEscrow } from './chains.fixture.js';

/** What an emulated node says of itself and of the contracts, as wasmd's REST API and CometBFT's RPC say it. */
export class ChainNode {
  chainId = 'pion-1';
  height = 1_000;
  wasmd: string | null = 'v0.61.6';
  catchingUp = false;
  /** Null: there is no such contract. */
  config: object | null = configOf();
  version = '0.1.0';
  checksum = anEscrow().checksum;
  /** The status of every answer, or none. */
  down: number | 'closed' | undefined;
  /** Runs before the first answer. */
  first: (() => Promise<unknown>) | undefined;
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }

  private async answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push(url);
    const { first } = this;
    this.first = undefined;
    await first?.();
    if (this.down === 'closed') return void response.destroy();
    const [status, body] = this.down === undefined ? this.bodyOf(url) : [this.down, 'down'];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private bodyOf(url: string): [number, unknown] {
    const { chainId: network, height } = this;
    if (url.endsWith('/node_info')) {
      const modules = this.wasmd === null ? [] : [{ path: 'github.com/CosmWasm/wasmd', version: this.wasmd }];
      return [200, { default_node_info: { network }, application_version: { build_deps: modules } }];
    }
    if (url.includes('/validatorsets/latest')) return [200, { block_height: String(height), validators: [] }];
    if (url === '/status') {
      const sync_info = { latest_block_height: String(height), catching_up: this.catchingUp };
      return [200, { result: { node_info: { network }, sync_info } }];
    }
    if (url.includes('/smart/')) {
      return this.config === null ? [404, { code: 5, message: 'no such contract' }] : [200, { data: this.config }];
    }
    if (url.includes('/raw/')) {
      const record = JSON.stringify({ contract: 'questp:campaign-factory', version: this.version });
      return [200, { data: Buffer.from(record).toString('base64') }];
    }
    if (url.includes('/code/')) return [200, { code_info: { data_hash: this.checksum.toUpperCase() }, data: '' }];
    return [501, { code: 12, message: 'Not Implemented' }];
  }
}

/** The configuration of the factory that fits `anEscrow`. */
export function configOf(change: object = {}): object {
  const { ticketSigner, codeId, admin } = anEscrow();
  const config = { ticket_signer: ticketSigner, escrow_code_id: codeId, escrow_admin: admin, max_fee_bps: 1_000 };
  return { ...config, ...change };
}
