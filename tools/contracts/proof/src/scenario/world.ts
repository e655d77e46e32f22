import assert from 'node:assert/strict';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type Asset, type CallResult, type Coin, type ScenarioBackend } from './backend.js';

export const SECOND = 1_000_000_000n;

/** Key that signs the tickets of every scenario. It belongs to tests alone. */
export const TICKET_KEY = new Uint8Array(32).fill(7);

/** Limits of a scenario's factory: windows of seconds, so that a real chain lives through them. */
export const SCENARIO_LIMITS = {
  min_challenge_secs: 1,
  max_challenge_secs: 3600,
  min_commit_window_secs: 1,
  max_commit_window_secs: 3600,
  min_recommit_secs: 5,
  min_claim_window_secs: 1,
  max_claim_window_secs: 3600,
  dispute_timeout_secs: 4,
  max_pause_secs: 60,
  max_commit_batch: 50,
  max_distribute_batch: 20,
};

/** Accounts that hold the roles of a factory. */
export interface RoleAddresses {
  admin: string;
  operator: string;
  pauser: string;
  guardian: string;
  treasury: string;
}

/** The gas of one transaction of a scenario. */
export interface Step {
  name: string;
  gasUsed: number;
}

/** Thrown by a story that needs something this chain cannot do. Runners report the story as skipped. */
export class NotOnThisChain extends Error {}

/** One factory with its roles on one chain, how many campaigns were made there, and what every transaction cost. */
export class World {
  readonly steps: Step[] = [];
  /** Campaigns created with `createCampaign`. */
  campaignCount = 0;

  private constructor(
    readonly backend: ScenarioBackend,
    readonly story: string,
    readonly factory: string,
    readonly roles: RoleAddresses,
  ) {}

  /** Creates the role accounts and a factory of their own, which `admin` owns and can migrate. CW20 tokens are approved by `approveToken`. */
  static async open(backend: ScenarioBackend, story: string): Promise<World> {
    const roles: RoleAddresses = {
      admin: await backend.account('admin'),
      operator: await backend.account('operator'),
      pauser: await backend.account('pauser'),
      guardian: await backend.account('guardian'),
      treasury: backend.recipient('treasury'),
    };
    const message = {
      owner: roles.admin,
      operator: roles.operator,
      ticket_signer: Buffer.from(secp256k1.getPublicKey(TICKET_KEY, true)).toString('base64'),
      pauser: roles.pauser,
      guardian: roles.guardian,
      treasury: roles.treasury,
      escrow_code_id: backend.contracts.escrowCodeId,
      escrow_admin: null,
      max_fee_bps: 1000,
      limits: SCENARIO_LIMITS,
      cw20_code_checksums: [],
    };
    const { factoryCodeId } = backend.contracts;
    const factory = await backend.instantiate(roles.admin, factoryCodeId, message, 'questp factory', roles.admin);
    return new World(backend, story, factory, roles);
  }

  /** Executes and asserts success. */
  async execute(
    sender: string,
    contract: string,
    message: object,
    funds: Coin[] = [],
  ): Promise<CallResult & { ok: true }> {
    const result = await this.backend.execute(sender, contract, message, funds);
    if (!result.ok) assert.fail(`${actionOf(message)} was refused: ${result.error}`);
    this.steps.push({ name: actionOf(message), gasUsed: result.gasUsed });
    return result;
  }

  /** Executes and asserts the refusal `code`. */
  async refused(code: string, sender: string, contract: string, message: object, funds: Coin[] = []): Promise<void> {
    const result = await this.backend.execute(sender, contract, message, funds);
    if (result.ok) assert.fail(`${actionOf(message)} was accepted where ${code} was expected`);
    assert.ok(result.error.includes(`${code}: `), `${actionOf(message)}: expected ${code}, got: ${result.error}`);
  }

  /** A token held by `holders` (1,000,000,000 each), approved for pools of this factory. */
  async approvedToken(holders: string[]): Promise<Asset> {
    const token = await this.backend.createToken(Object.fromEntries(holders.map((holder) => [holder, 1_000_000_000n])));
    await this.execute(this.roles.admin, this.factory, {
      update_config: { cw20_code_checksums: [token.codeChecksum] },
    });
    return { cw20: { address: token.address } };
  }

  /** A denomination whose transfers can be switched off; ends the story with `NotOnThisChain` where there is none. */
  async freezableDenom(holder: string, amount = 1_000_000_000n): Promise<string> {
    const denom = await this.backend.createFreezableDenom(holder, amount);
    if (!denom) throw new NotOnThisChain('transfers of a denomination cannot be switched off here');
    return denom;
  }

  balance(asset: Asset, address: string): Promise<bigint> {
    return this.backend.balance(asset, address);
  }

  async expectBalance(asset: Asset, address: string, amount: bigint): Promise<void> {
    assert.equal(await this.backend.balance(asset, address), amount, `balance of ${address}`);
  }
}

/** `{ create_campaign: .. }` -> `create_campaign`, a CW20 send -> `send`. */
function actionOf(message: object): string {
  return Object.keys(message)[0] ?? '';
}
