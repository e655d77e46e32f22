import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Chain, type Coin, type TxResult } from '@questp/contract-host';
import { contractWasm } from '@questp/contract-build';
import { signTicket } from '@questp/escrow-client';
import { type Ticket } from '@questp/message-schema';

export const SECOND = 1_000_000_000n;
export const DAY = 86_400n * SECOND;
export const DENOM = 'ustake';

const privateKey = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
export const SIGNER = privateKey(1);
export const STRANGER = privateKey(2);
export const publicKey = (key: Uint8Array): string => Buffer.from(secp256k1.getPublicKey(key)).toString('base64');

export const LIMITS = {
  min_challenge_secs: 3600,
  max_challenge_secs: 604_800,
  min_commit_window_secs: 432_000,
  max_commit_window_secs: 7_776_000,
  min_recommit_secs: 259_200,
  min_claim_window_secs: 2_592_000,
  max_claim_window_secs: 31_536_000,
  dispute_timeout_secs: 259_200,
  max_pause_secs: 86_400,
  max_commit_batch: 1000,
  max_distribute_batch: 250,
};

/** Differences from an ordinary creation. */
export interface Creation {
  key?: Uint8Array;
  sender?: string;
  funds?: Coin[];
}

const [factoryWasm, escrowWasm] = [await contractWasm('factory'), await contractWasm('escrow')];

/** The escrow's code with an empty custom section behind it (id, length, name): it behaves the same under another checksum. */
export const otherEscrowCode = Buffer.concat([escrowWasm, Buffer.of(0, 2, 1, 0x78)]);

/** A factory on a chain of its own, with the roles held by different accounts. */
export class TestFactory {
  readonly chain = new Chain();
  readonly escrowCode = this.chain.storeCode(escrowWasm);
  readonly factoryCode = this.chain.storeCode(factoryWasm);
  readonly owner = this.chain.address('owner');
  readonly operator = this.chain.address('operator');
  readonly pauser = this.chain.address('pauser');
  readonly guardian = this.chain.address('guardian');
  readonly treasury = this.chain.address('treasury');
  readonly alice = this.chain.address('alice');
  readonly bob = this.chain.address('bob');
  readonly address: string;

  constructor(config: object = {}) {
    for (const rich of [this.alice, this.bob, this.owner]) this.chain.bank.mint(rich, DENOM, 10n ** 12n);
    const result = this.instantiate(config);
    if (!result.ok) throw new Error(result.error);
    this.address = result.address;
  }

  /** Creates a factory with these changes to the configuration; the first is `address`. */
  instantiate(config: object = {}, funds: Coin[] = []): ReturnType<Chain['instantiate']> {
    const msg = { ...this.config(), ...config };
    return this.chain.instantiate(this.owner, this.factoryCode.codeId, msg, { label: 'questp factory', funds });
  }

  config(): object {
    return {
      owner: this.owner,
      operator: this.operator,
      ticket_signer: publicKey(SIGNER),
      pauser: this.pauser,
      guardian: this.guardian,
      treasury: this.treasury,
      escrow_code_id: this.escrowCode.codeId,
      escrow_admin: null,
      max_fee_bps: 1000,
      limits: LIMITS,
      cw20_code_checksums: [],
    };
  }

  /** Alice's ticket for 1,000,000 of the denomination; the campaign begins in a day and lasts a week. */
  ticket(changes: Partial<Ticket> = {}): Ticket {
    const now = this.chain.time;
    return {
      v: 2,
      chain_id: 'testing-1',
      factory: this.address,
      campaign_id: 'spring-sale',
      funding_attempt: 1,
      owner: this.alice,
      asset: { native: { denom: DENOM } },
      min_funding: '1000000',
      starts_at: String(now + DAY),
      ends_at: String(now + 8n * DAY),
      fee_bps: 250,
      min_payout: '10',
      max_share_bps: 5000,
      challenge_secs: 3600,
      commit_window_secs: 432_000,
      claim_window_secs: 2_592_000,
      escrow_code_id: this.escrowCode.codeId,
      escrow_admin: null,
      expires_at: String(now + 3600n * SECOND),
      ...changes,
    };
  }

  create(
    changes: Partial<Ticket> = {},
    { key = SIGNER, sender = this.alice, funds = coins(1_000_000n) }: Creation = {},
  ) {
    return this.execute(sender, { create_campaign: signTicket(this.ticket(changes), key) }, funds);
  }

  execute(sender: string, msg: object | string, funds: Coin[] = []): TxResult {
    return this.chain.execute(sender, this.address, msg, funds);
  }

  query<T>(msg: object): T {
    return this.chain.query<T>(this.address, msg);
  }
}

/** A ticket of any text, signed: what a signer would never sign is how a check is reached. */
export function signText(json: string, key: Uint8Array): { ticket: string; signature: string } {
  const bytes = Buffer.from(json);
  const signature = secp256k1.sign(sha256(bytes), key, { prehash: false, lowS: true });
  return { ticket: bytes.toString('base64'), signature: Buffer.from(signature).toString('base64') };
}

export const coins = (amount: bigint, denom = DENOM): Coin[] => [{ denom, amount: String(amount) }];

/** The contract's error code, `ok` when there is none. */
export const outcome = (result: TxResult): string => (result.ok ? 'ok' : (result.error.split(':')[0] ?? ''));

/** Attributes of the first `wasm` event of a contract, without its address; fails on a refused transaction. */
export function attributes(result: TxResult, contract: string, type = 'wasm'): Record<string, string> {
  if (!result.ok) throw new Error(result.error);
  const own = result.events.filter((event) => event.type === type).map((event) => event.attributes);
  const event = own.find((list) => list.some(({ key, value }) => key === '_contract_address' && value === contract));
  return Object.fromEntries((event ?? []).slice(1).map(({ key, value }) => [key, value]));
}
