import { Changing, Client, ClientInfo, Nothing, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { listOf } from '../language/contract/paging.js';
import {
  AdminId,
  Flag,
  Line,
  ListOf,
  ListOfText,
  Nested,
  OneOf,
  Text,
  Time,
  Whole,
  combine,
  enumeration,
  partial,
  pick,
} from '../language/fields/index.js';
import { GasPrice } from './gas-price.js';

export const MAX_CHAINS = 40;
export const CHAIN_ID = { min: 1, max: 50, form: 'chain_id' } as const;

export const KEY_ALGORITHMS = enumeration('KeyAlgorithm', ['secp256k1', 'eth_secp256k1']);
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

export const CHAIN_NETWORKS = enumeration('ChainNetwork', ['mainnet', 'testnet']);
export type ChainNetwork = (typeof CHAIN_NETWORKS)[number];

const NODE_URL = { maxLength: 200, form: 'node_url' } as const;

/** The contracts of the reward escrow on a chain, as published for verification (spec B 4.5). */
export class EscrowDeployment {
  @Text({
    min: 1,
    max: 128,
    form: 'address',
    description: 'Address of the factory',
    example: 'neutron1eyfccmjm6732k7wp4p6gdjwhxjwsvje44j0hfx8nkgrm8fs7vqfs8hrpdj',
  })
  factory!: string;

  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Code id of the escrow', example: 4821 })
  codeId!: number;

  @Text({ form: 'sha256', description: 'SHA-256 of the Wasm of the escrow' })
  checksum!: string;

  @Text({
    min: 1,
    max: 128,
    form: 'address',
    nullable: true,
    description: 'Address that may upgrade escrows; null: escrows are immutable',
    example: null,
  })
  admin!: string | null;

  @Text({ max: 20, form: 'version', description: 'Version of the contracts', example: '0.1.0' })
  contractVersion!: string;

  @Text({
    max: 44,
    form: 'base64',
    description: 'Public key that signs tickets: base64 of 33 bytes, compressed',
    example: 'AiLm0u5tkZnIqAEcQt8d8DjZlv2MlGUZiKZPyZFyb1zm',
  })
  ticketSigner!: string;

  @Whole({ min: 0, max: 1_000, description: 'Fee of new campaigns in basis points of the payouts', example: 250 })
  feeBps!: number;

  @Flag({ description: 'True if the deployment may hold reward pools although the chain is a mainnet', example: false })
  released!: boolean;
}

/** Members of a chain that operators or CHAINS set. */
export class ChainFields {
  @Line({ max: 64, description: 'Display name', example: 'Neutron' })
  name!: string;

  @Text({
    min: 1,
    max: 32,
    form: 'printable_spaced',
    description: 'Family, as the first line of a text to sign names it',
    example: 'Cosmos',
  })
  family!: string;

  @Text({
    min: 1,
    max: 32,
    form: 'bech32_prefix',
    description: 'Bech32 prefix of account addresses',
    example: 'neutron',
  })
  bech32Prefix!: string;

  @OneOf(KEY_ALGORITHMS, { description: 'Account hash and signature digest', example: 'secp256k1' })
  keyAlgorithm!: KeyAlgorithm;

  @Whole({ min: 0, max: 2 ** 31 - 1, description: 'SLIP-44 coin type that wallets derive keys with', example: 118 })
  coinType!: number;

  @OneOf(CHAIN_NETWORKS, { description: 'Network', example: 'testnet' })
  network!: ChainNetwork;

  @ListOfText({
    ...NODE_URL,
    max: 5,
    description: 'REST APIs of nodes, asked in this order; empty: the platform cannot read the chain',
    example: ['https://rest.neutron.example.org'],
  })
  restUrls!: string[];

  @ListOfText({
    ...NODE_URL,
    max: 5,
    description: 'CometBFT RPC APIs of nodes',
    example: ['https://rpc.neutron.example.org'],
  })
  rpcUrls!: string[];

  @Text({
    max: NODE_URL.maxLength,
    form: NODE_URL.form,
    nullable: true,
    description: 'REST API that anyone may use, published for front-ends and verifiers; null: none',
    example: 'https://rest.neutron.example.org',
  })
  publicRestUrl!: string | null;

  @ListOf(() => GasPrice, {
    max: 5,
    description: 'Gas prices, and what escrow keys may spend; they pay in the first coin',
  })
  gasPrices!: GasPrice[];

  @Flag({
    description: 'False: no new wallet, quest or reward pool uses the chain; existing ones stay valid',
    example: true,
  })
  enabled!: boolean;

  @Flag({ description: 'True if wallets of the chain can sign in', example: true })
  signIn!: boolean;

  @Flag({ description: 'True if wallets of the chain can be linked to an account', example: true })
  linking!: boolean;

  @Nested(() => EscrowDeployment, { nullable: true, description: 'Contracts of the reward escrow; null: none' })
  escrow!: EscrowDeployment | null;
}

export class ChainRequest {
  @Text({ ...CHAIN_ID, description: 'Id of the chain, as the chain states it', example: 'pion-1' })
  chainId!: string;
}

/**
 * - built_in: shipped with the platform.
 * - operator: added by an operator, or left in place when it was removed from CHAINS.
 * - configuration: CHAINS sets the members in `configured`.
 */
export const CHAIN_SOURCES = enumeration('ChainSource', ['built_in', 'operator', 'configuration']);
export type ChainSource = (typeof CHAIN_SOURCES)[number];

/** A chain as services and operators see it. */
export class Chain extends combine(ChainRequest, ChainFields) {
  @ListOfText({
    max: 20,
    maxLength: 20,
    form: 'word',
    description: 'Members that CHAINS sets; they cannot be changed here',
    example: [],
  })
  configured!: string[];
}

export class AdminChain extends Chain {
  @OneOf(CHAIN_SOURCES, { description: 'Origin of the record', example: 'built_in' })
  source!: ChainSource;

  @Time()
  createdAt!: Timestamp;

  @Time()
  updatedAt!: Timestamp;

  @AdminId({
    nullable: true,
    description: 'Operator who changed it last; null: none',
    example: 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c01',
  })
  updatedBy!: string | null;
}

/** What front-ends and verifiers need of a chain. */
export class PublicChain extends combine(
  ChainRequest,
  pick(
    ChainFields,
    'name',
    'family',
    'bech32Prefix',
    'keyAlgorithm',
    'coinType',
    'network',
    'publicRestUrl',
    'enabled',
    'signIn',
    'linking',
    'escrow',
  ),
) {}

const CHAINS = '/v1/admin/chains';
const tag = 'admin';

/** Seconds for which caches may store the list. */
const LIST_SECONDS = 10;

export const listChains = contract({
  subject: 'integrations.chains.list-public',
  request: Nothing,
  reply: listOf(PublicChain, { max: MAX_CHAINS }),
  http: {
    id: 'listChains',
    route: 'GET /v1/chains',
    tag: 'chains',
    summary: 'List the chains with the published facts of their escrow contracts',
    description: 'Also returns disabled chains: what exists on them stays valid.',
    cacheSeconds: LIST_SECONDS,
  },
});

export const listAdminChains = contract({
  subject: 'integrations.chains.list',
  request: Nothing,
  reply: listOf(AdminChain, { max: MAX_CHAINS }),
  http: { id: 'adminListChains', route: `GET ${CHAINS}`, tag, summary: 'List the chains' },
});

export const getAdminChain = contract({
  subject: 'integrations.chains.get',
  request: ChainRequest,
  reply: AdminChain,
  http: { id: 'adminGetChain', route: `GET ${CHAINS}/:chainId`, tag, summary: 'Get a chain', versioned: true },
});

const CHECKED =
  'The nodes are asked before anything is stored: they have to answer, to state this chain id and to agree on the ' +
  'height; with an escrow deployment, their wasmd has to be recent enough and the factory on the chain has to match.';

class CreateChainRequest extends combine(
  ChainRequest,
  partial(ChainFields),
  pick(ChainFields, 'name', 'bech32Prefix', 'keyAlgorithm', 'coinType', 'network'),
) {
  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

export const createChain = contract({
  subject: 'integrations.chains.create',
  request: CreateChainRequest,
  reply: AdminChain,
  errors: ['CHAIN_EXISTS', 'CHAIN_CHECK_UNAVAILABLE', 'TOO_MANY'],
  deadlineMs: 10_000,
  http: {
    id: 'adminCreateChain',
    route: `POST ${CHAINS}`,
    tag,
    summary: 'Add a chain',
    description: `${CHECKED} By default it is enabled, its wallets can be linked but not sign in.`,
    status: 201,
    example: { chainId: 'stargaze-1', name: 'Stargaze', bech32Prefix: 'stars', network: 'mainnet' },
    again: 'A repeated call answers CHAIN_EXISTS.',
    replies: { source: 'operator', network: 'mainnet' },
  },
});

class UpdateChainRequest extends combine(ChainRequest, partial(ChainFields), Changing) {
  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

export const updateChain = contract({
  subject: 'integrations.chains.update',
  request: UpdateChainRequest,
  reply: AdminChain,
  errors: ['CHAIN_MEMBER_CONFIGURED', 'CHAIN_CHECK_UNAVAILABLE', 'PRECONDITION_FAILED'],
  deadlineMs: 10_000,
  http: {
    id: 'adminUpdateChain',
    route: `PATCH ${CHAINS}/:chainId`,
    tag,
    summary: 'Update a chain',
    description: `Every service uses a change within seconds. ${CHECKED} A change of other members asks no node.`,
    versioned: true,
    example: { linking: true },
  },
});

export class ChainChanged extends ChainRequest {
  @Flag({ description: 'True if the chain was added' })
  created!: boolean;

  @ListOfText({ max: 20, maxLength: 20, description: 'Members that have new values' })
  changed!: string[];

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true, description: 'Client of the operator' })
  client!: ClientInfo | null;
}
