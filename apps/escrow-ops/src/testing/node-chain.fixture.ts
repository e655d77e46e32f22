import { readFileSync } from 'node:fs';
import type * as CosmWasm from '@cosmjs/cosmwasm-stargate';
import type * as ProtoSigning from '@cosmjs/proto-signing';
import { PREFIX, referenceContract, startChain, testAccount, type TestChain } from '@questp/chain';
import { signTicket, type SignedTicket } from '@questp/escrow-client';
import type { Ticket } from '@questp/message-schema';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';

declare const globalThis: {
  /** Put there by jest.node-environment.js. */
  cosmjs: Pick<typeof CosmWasm, 'SigningCosmWasmClient'> & Pick<typeof ProtoSigning, 'DirectSecp256k1Wallet'>;
};

export const DENOM = 'uquest';
const FEE = { amount: [], gas: '60000000' };
const SECOND = 1_000_000_000n;
const signer = testAccount('ticket-signer');
const owner = testAccount('owner');

const wasm = (name: string) => readFileSync(new URL(`../../../../contracts/artifacts/${name}.wasm`, import.meta.url));

/** A wasmd node with a factory, and one account that has every role and owns every campaign. */
export class NodeChain {
  readonly owner = owner.address;

  private constructor(
    readonly chain: TestChain,
    readonly client: CosmWasm.SigningCosmWasmClient,
    readonly factory: string,
    private readonly escrowCodeId: number,
  ) {}

  static async start(ports: { rpcPort?: number; restPort?: number } = {}): Promise<NodeChain> {
    const coins = [{ denom: DENOM, amount: '1000000000' }];
    const chain = await startChain({
      ...ports,
      chainId: 'questp-proof',
      accounts: [{ address: owner.address, coins }],
    });
    const wallet = await globalThis.cosmjs.DirectSecp256k1Wallet.fromKey(owner.privateKey, PREFIX);
    const client = await globalThis.cosmjs.SigningCosmWasmClient.connectWithSigner(chain.rpc, wallet, {
      broadcastPollIntervalMs: 100,
    });
    const escrow = await client.upload(owner.address, wasm('escrow'), FEE);
    const { codeId } = await client.upload(owner.address, wasm('factory'), FEE);
    const address = owner.address;
    const config = {
      ...{ owner: address, operator: address, guardian: address, pauser: testAccount('pauser').address },
      ...{ treasury: testAccount('treasury').address, escrow_code_id: escrow.codeId, escrow_admin: null },
      ticket_signer: Buffer.from(signer.publicKey).toString('base64'),
      ...{ max_fee_bps: 1_000, cw20_code_checksums: [] },
      limits: {
        ...{ min_challenge_secs: 1, max_challenge_secs: 60, min_commit_window_secs: 1, max_commit_window_secs: 600 },
        ...{ min_recommit_secs: 1, min_claim_window_secs: 1, max_claim_window_secs: 600, dispute_timeout_secs: 10 },
        ...{ max_pause_secs: 60, max_commit_batch: 100, max_distribute_batch: 100 },
      },
    };
    const { contractAddress } = await client.instantiate(address, codeId, config, 'factory', FEE);
    return new NodeChain(chain, client, contractAddress, escrow.codeId);
  }

  async execute(contract: string, message: object, amount?: string): Promise<void> {
    const funds = amount === undefined ? [] : [{ denom: DENOM, amount }];
    await this.client.execute(this.owner, contract, message, FEE, '', funds);
  }

  /** A new token (cw20-base) of the owner that the factory takes for pools; returns its address. */
  async createToken(): Promise<string> {
    const { codeId, checksum } = await this.client.upload(this.owner, await referenceContract('cw20_base.wasm'), FEE);
    const initial_balances = [{ address: this.owner, amount: '1000000000' }];
    const message = { name: 'Quest points', symbol: 'QUEST', decimals: 6, initial_balances };
    const { contractAddress } = await this.client.instantiate(this.owner, codeId, message, 'token', FEE);
    await this.execute(this.factory, { update_config: { cw20_code_checksums: [checksum] } });
    return contractAddress;
  }

  /**
   * Creates a campaign that starts and ends after so many seconds, with a pool of 1,000,000 coins or tokens; returns its
   * ticket.
   */
  async createCampaign(
    campaignId: string,
    { starts, ends, window = 120, token }: { starts: number; ends: number; window?: number; token?: string },
  ): Promise<SignedTicket> {
    const now = BigInt(Date.now()) * 1_000_000n;
    const after = (count: number) => `${now + BigInt(count) * SECOND}`;
    const ticket: Ticket = {
      ...{ v: 2, chain_id: this.chain.chainId, factory: this.factory, campaign_id: campaignId, funding_attempt: 1 },
      ...{ owner: this.owner, min_funding: '1' },
      asset: token === undefined ? { native: { denom: DENOM } } : { cw20: { address: token } },
      ...{ starts_at: after(starts), ends_at: after(ends), fee_bps: 0, min_payout: '1' },
      ...{ max_share_bps: 10_000, challenge_secs: 1, commit_window_secs: window, claim_window_secs: window },
      ...{ escrow_code_id: this.escrowCodeId, escrow_admin: null, expires_at: after(600) },
    };
    const signed = signTicket(ticket, signer.privateKey);
    const message = { create_campaign: signed };
    if (token === undefined) await this.execute(this.factory, message, '1000000');
    else {
      const msg = Buffer.from(JSON.stringify(message)).toString('base64');
      await this.execute(token, { send: { contract: this.factory, amount: '1000000', msg } });
    }
    return signed;
  }

  /** Base units of a denomination, or of a token. */
  async balance(address: string, token?: string): Promise<string> {
    if (token === undefined) return (await this.client.getBalance(address, DENOM)).amount;
    const answer: unknown = await this.client.queryContractSmart(token, { balance: { address } });
    return (answer as { balance: string }).balance;
  }

  /** The bytes of a signed transfer to a new account. */
  async signedTransfer(recipient: string): Promise<Uint8Array> {
    const value = { fromAddress: this.owner, toAddress: recipient, amount: [{ denom: DENOM, amount: '5' }] };
    const transfer = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value };
    const { bodyBytes, authInfoBytes, signatures } = await this.client.sign(this.owner, [transfer], FEE, '');
    return TxRaw.encode({ bodyBytes, authInfoBytes, signatures }).finish();
  }
}
