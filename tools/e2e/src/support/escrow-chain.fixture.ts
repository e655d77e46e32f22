import { SCENARIO_LIMITS } from '@questp/contract-proof';
import { HOST_CHAIN, HostChain, HostNode } from '@questp/contract-proof/host-node';
import { type Caller, linkWallet, newStudio, newWallet, type Person, type Schemas, Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';

/** Test vectors of BIP-39. */
const MNEMONICS = {
  escrow_ticket: 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
  escrow_operator: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  escrow_pauser: 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
} as const;
/** The public key of escrow_ticket at m/44'/118'/0'/0/0. */
const TICKET_SIGNER = 'Ax5lKjWDIpCWTpsM23C95RU9pwIr5EvmTMFYf3bdhthn';

const CONTRACT_VERSION = '0.1.0';
const BLOCK_MS = 1_000;
const DAY_MS = 86_400_000;
/** A dispute stays open while an example is about it, and a pause can last as long as the example says. */
const LIMITS = { ...SCENARIO_LIMITS, dispute_timeout_secs: 3_600, max_pause_secs: 7 * 86_400 };
const CAMPAIGN = '/v1/projects/{projectId}/campaigns/{campaignId}';
const ESCROW = '/v1/discover/campaigns/{campaignId}/escrow';

/** Terms of a pool of this chain. The challenge lasts until an example disputes the allocation. */
const POOL = {
  mode: 'automatic' as const,
  ...{ chainId: HOST_CHAIN.chainId, symbol: 'QUEST', decimals: 6, totalAmount: '1000000' },
  ...{ minPayout: '1', maxPayout: null, challengeSeconds: 3_600, commitWindowSeconds: 600, claimWindowSeconds: 600 },
};

/** The contract host as a chain of the platform: with the escrow contracts, one node, and a block every second. */
export class EscrowChain {
  private node: HostNode | undefined;
  private blocks: NodeJS.Timeout | undefined;
  private keys: Promise<void> | undefined;

  /** Returns the entry of CHAINS. */
  async start(): Promise<object> {
    const chain = await HostChain.open();
    const { world, backend } = chain;
    const change = { update_config: { ticket_signer: TICKET_SIGNER, limits: LIMITS } };
    await world.execute(world.roles.admin, world.factory, change);
    this.node = await HostNode.start(chain);
    this.mine();
    this.blocks = setInterval(() => this.mine(), BLOCK_MS).unref();
    const { escrowCodeId: codeId, escrowChecksum: checksum } = backend.contracts;
    return {
      ...HOST_CHAIN,
      ...{ network: 'testnet', rpcUrls: [this.node.url], gasPrices: [{ denom: backend.denom, price: '0.025' }] },
      escrow: {
        ...{ factory: world.factory, codeId, checksum, admin: null, contractVersion: CONTRACT_VERSION },
        ...{ ticketSigner: TICKET_SIGNER, feeBps: 250, released: false },
      },
    };
  }

  async stop(): Promise<void> {
    clearInterval(this.blocks);
    await this.node?.stop();
  }

  /** Of pools and fees. */
  get denom(): string {
    return this.chain.backend.denom;
  }

  private get chain(): HostChain {
    if (!this.node) throw new Error('The chain of escrows is not running');
    return this.node.chain;
  }

  /** Links a wallet with coins of the pool to the person; returns its address. */
  async linkWallet({ client }: Person): Promise<string> {
    const wallet = newWallet(HOST_CHAIN);
    await unwrap(linkWallet(client, wallet));
    return this.withCoins(wallet.address);
  }

  private withCoins(address: string): string {
    this.chain.backend.chain.bank.mint(address, this.denom, 1_000_000_000n);
    return address;
  }

  /** Stores the keys of the platform, and makes their accounts the operator and the pauser of the factory. */
  storeKeys(admin: Caller): Promise<void> {
    this.keys ??= this.newKeys(admin);
    return this.keys;
  }

  private async newKeys(admin: Caller): Promise<void> {
    await this.storeKey(admin, 'escrow_ticket');
    const operator = this.withCoins(await this.storeKey(admin, 'escrow_operator'));
    const pauser = this.withCoins(await this.storeKey(admin, 'escrow_pauser'));
    const { world } = this.chain;
    await world.execute(world.roles.admin, world.factory, { update_config: { operator, pauser } });
  }

  /** Returns its address. */
  private async storeKey(admin: Caller, provider: keyof typeof MNEMONICS): Promise<string> {
    const body = { fields: { mnemonic: MNEMONICS[provider] } };
    const { addresses } = await unwrap(
      admin.PUT('/v1/admin/credentials/{provider}', { params: { path: { provider } }, body }),
    );
    const account = addresses.find(({ chainId }) => chainId === HOST_CHAIN.chainId);
    if (account === undefined) throw new Error(`${provider} has no address`);
    return account.address;
  }

  /**
   * A draft of a campaign whose pool its owner can fund.
   * @param days until it starts
   * @param length in days
   */
  async campaign(owner: Person, admin: Caller, days = 1, length = 1): Promise<Studio> {
    await this.linkWallet(owner);
    await this.storeKeys(admin);
    const studio = await newStudio(owner, { draft: true });
    const at = (day: number) => new Date(Date.now() + day * DAY_MS).toISOString();
    const rewardPool = { ...POOL, denom: this.denom };
    const body = { rewardPool, startsAt: at(days), endsAt: at(days + length) };
    await unwrap(studio.client.PATCH(CAMPAIGN, { params: studio.inCampaign, body }));
    return studio;
  }

  /** Funds the pool of a campaign with a ticket, as its owner's wallet does, and waits until the platform has seen it. */
  async fund(studio: Studio): Promise<void> {
    const { client, inCampaign } = studio;
    const { message } = await unwrap(client.POST(`${CAMPAIGN}/escrow/ticket`, { params: inCampaign, body: {} }));
    if (message === null) throw new Error('The ticket has no message');
    this.send(message);
    await this.until(studio, 'upcoming', 'active');
  }

  /** Has the owner dispute the allocation of a campaign, once it can be disputed. */
  async dispute(studio: Studio): Promise<void> {
    await this.until(studio, 'challenge');
    const { campaignId } = studio.inCampaign.path;
    const params = {
      path: { campaignId, action: 'dispute' as const },
      query: { reason: 'The third address is not a participant.' },
    };
    this.send(await unwrap(studio.client.GET(`${ESCROW}/messages/{action}`, { params })));
    await this.until(studio, 'disputed');
  }

  /** Waits until the platform has seen the escrow in one of the phases. */
  private async until(
    { client, inCampaign: { path } }: Studio,
    ...phases: Schemas['EscrowState']['phase'][]
  ): Promise<void> {
    const params = { path: { campaignId: path.campaignId } };
    await waitFor(
      async () => {
        const { data } = await client.GET(ESCROW, { params });
        return data !== undefined && phases.includes(data.current.phase);
      },
      { what: `the escrow to be ${phases.join(' or ')}`, timeoutMs: 120_000 },
    );
  }

  private mine(): void {
    this.setTime();
    this.chain.mine();
  }

  private setTime(): void {
    this.chain.backend.chain.setTime(BigInt(Date.now()) * 1_000_000n);
  }

  /** Sends a message as the wallet of its sender does; returns the hash of the transaction. */
  send({ direct: { typeUrl, value } }: Schemas['ReadyMessage']): string {
    this.setTime();
    return this.chain.send({ typeUrl, value: Buffer.from(value, 'base64') }).hash;
  }
}

/** The chain of escrows on the platform that suites share. */
export const escrowChain = new EscrowChain();
