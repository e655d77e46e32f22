import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '@questp/testing';
import { testAccount } from '../accounts.js';
import { STAKE_DENOM } from './genesis.js';

const run = promisify(execFile);

const KEYRING = ['--keyring-backend', 'test'];

export interface ValidatorOptions {
  /** Path of wasmd. */
  program: string;
  /** The node's folder. */
  home: string;
  chainId: string;
  rpc: string;
  rest: string;
}

/** What the one validator of a test chain does through wasmd's own command line. */
export class Validator {
  static readonly account = testAccount('validator');
  readonly rest: string;

  constructor(private readonly options: ValidatorOptions) {
    this.rest = options.rest;
  }

  /** Creates the home folder with its configuration, an empty genesis and the validator's key. */
  async init(): Promise<void> {
    await this.wasmd(['init', 'questp', '--chain-id', this.options.chainId, '--default-denom', STAKE_DENOM]);
    const key = Buffer.from(Validator.account.privateKey).toString('hex');
    await this.wasmd(['keys', 'import-hex', 'validator', key, ...KEYRING]);
  }

  /** Bonds `amount` of the stake at genesis. */
  async stake(amount: string): Promise<void> {
    const gentx = ['genesis', 'gentx', 'validator', `${amount}${STAKE_DENOM}`];
    await this.wasmd([...gentx, '--chain-id', this.options.chainId, ...KEYRING]);
    await this.wasmd(['genesis', 'collect-gentxs']);
  }

  /**
   * Signs and sends one transaction with the messages (protobuf JSON) and waits until it is in a block. Throws when it
   * failed.
   */
  async transact(messages: object[]): Promise<void> {
    const { chainId, rpc, home } = this.options;
    const [unsigned, signed] = [join(home, 'unsigned.json'), join(home, 'signed.json')];
    const fee = { amount: [], gas_limit: '1000000' };
    await writeFile(unsigned, JSON.stringify({ body: { messages }, auth_info: { fee }, signatures: [] }));
    const node = ['--chain-id', chainId, '--node', rpc];
    const sign = ['tx', 'sign', unsigned, '--from', 'validator', '--output-document', signed];
    await this.wasmd([...sign, ...KEYRING, ...node]);
    const sent = JSON.parse(await this.wasmd(['tx', 'broadcast', signed, '--output', 'json', ...node])) as TxResponse;
    if (sent.code !== 0) throw new Error(sent.raw_log);
    const what = `the transaction ${sent.txhash}`;
    const { code, raw_log } = await waitFor(() => this.find(sent.txhash), { what, timeoutMs: 30_000, intervalMs: 100 });
    if (code !== 0) throw new Error(raw_log);
  }

  private async find(hash: string): Promise<TxResponse | undefined> {
    const response = await fetch(`${this.rest}/cosmos/tx/v1beta1/txs/${hash}`);
    if (!response.ok) return undefined;
    return ((await response.json()) as { tx_response: TxResponse }).tx_response;
  }

  /** Runs wasmd on the home folder; gives what it prints. */
  private async wasmd(args: string[]): Promise<string> {
    const { program, home } = this.options;
    return (await run(program, [...args, '--home', home], { timeout: 30_000 })).stdout;
  }
}

interface TxResponse {
  txhash: string;
  code: number;
  raw_log: string;
}
