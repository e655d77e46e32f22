import { HOST_CHAIN, HostChain, HostNode } from '@questp/contract-proof/host-node';
import { type Caller, linkWallet, newStudio, newWallet, type Person, type Schemas, Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';

/** A test vector of BIP-39, and its public key at m/44'/118'/0'/0/0. */
const TICKET_MNEMONIC = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';
const TICKET_SIGNER = 'Ax5lKjWDIpCWTpsM23C95RU9pwIr5EvmTMFYf3bdhthn';

const CONTRACT_VERSION = '0.1.0';
const DAY_MS = 86_400_000;
const CAMPAIGN = '/v1/projects/{projectId}/campaigns/{campaignId}';

/** A message of a wallet, as amino JSON. */
interface Execution {
  sender: string;
  contract: string;
  msg: object;
  funds: { denom: string; amount: string }[];
}

/** Terms of a pool of this chain whose campaign starts tomorrow. */
const POOL = {
  mode: 'automatic' as const,
  ...{ chainId: HOST_CHAIN.chainId, symbol: 'QUEST', decimals: 6, totalAmount: '1000000' },
  ...{ minPayout: '1', maxPayout: null, challengeSeconds: 60, commitWindowSeconds: 600, claimWindowSeconds: 600 },
};

/** The contract host as a chain of the platform: with the escrow contracts and one node. */
export class EscrowChain {
  private node: HostNode | undefined;
  private ticketKey: Promise<void> | undefined;

  /** Returns the entry of CHAINS. */
  async start(): Promise<object> {
    const chain = await HostChain.open();
    const { world, backend } = chain;
    await world.execute(world.roles.admin, world.factory, { update_config: { ticket_signer: TICKET_SIGNER } });
    chain.mine();
    this.node = await HostNode.start(chain);
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
    await this.node?.stop();
  }

  private get chain(): HostChain {
    if (!this.node) throw new Error('The chain of escrows is not running');
    return this.node.chain;
  }

  /** Links a wallet with coins of the pool to the person; returns its address. */
  async linkWallet({ client }: Person): Promise<string> {
    const wallet = newWallet(HOST_CHAIN);
    await unwrap(linkWallet(client, wallet));
    this.chain.backend.chain.bank.mint(wallet.address, this.chain.backend.denom, 10_000_000n);
    return wallet.address;
  }

  /**
   * A draft of a campaign whose pool its owner can fund.
   * @param days until it starts
   * @param length in days
   */
  async campaign(owner: Person, admin: Caller, days = 1, length = 1): Promise<Studio> {
    await this.linkWallet(owner);
    this.ticketKey ??= storeTicketKey(admin);
    await this.ticketKey;
    const studio = await newStudio(owner, { draft: true });
    const at = (day: number) => new Date(Date.now() + day * DAY_MS).toISOString();
    const rewardPool = { ...POOL, denom: this.chain.backend.denom };
    const body = { rewardPool, startsAt: at(days), endsAt: at(days + length) };
    await unwrap(studio.client.PATCH(CAMPAIGN, { params: studio.inCampaign, body }));
    return studio;
  }

  /** Funds the pool of a campaign with a ticket, as its owner's wallet does, and waits until the platform has seen it. */
  async fund({ client, inCampaign }: Studio): Promise<void> {
    const { message } = await unwrap(client.POST(`${CAMPAIGN}/escrow/ticket`, { params: inCampaign, body: {} }));
    if (message === null) throw new Error('The ticket has no message');
    await this.send(message);
    const { campaignId } = inCampaign.path;
    const params = { path: { campaignId } };
    const isFollowed = async () => {
      const { data } = await client.GET('/v1/discover/campaigns/{campaignId}/escrow', { params });
      return data !== undefined;
    };
    await waitFor(isFollowed, { what: 'the escrow', timeoutMs: 30_000 });
  }

  /** Makes a block at the time of the platform. */
  mine(): void {
    this.chain.backend.chain.setTime(BigInt(Date.now()) * 1_000_000n);
    this.chain.mine();
  }

  /** Sends a message as the wallet that signs it. */
  async send({ amino }: Schemas['ReadyMessage']): Promise<void> {
    const { sender, contract, msg, funds } = amino['value'] as Execution;
    await this.chain.world.execute(sender, contract, msg, funds);
    this.mine();
  }
}

async function storeTicketKey(admin: Caller): Promise<void> {
  const params = { path: { provider: 'escrow_ticket' as const } };
  const body = { fields: { mnemonic: TICKET_MNEMONIC } };
  await unwrap(admin.PUT('/v1/admin/credentials/{provider}', { params, body }));
}

/** The chain of escrows on the platform that suites share. */
export const escrowChain = new EscrowChain();
