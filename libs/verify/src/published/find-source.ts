import { toAddress } from '@questp/messages/language';
import { type BundleSource } from '../bundle/read-bundle.js';
import { campaignId, isAddress } from '../input/fields.js';
import { ShapeError } from '../input/shape.js';
import { campaignEntry } from '../node/answers.js';
import { Budget } from '../node/fetch-json.js';
import { NodeClient } from '../node/node-client.js';
import { allocationUrl, fetchChains, type PublishedChain } from './published-chains.js';

/** Request of the user. Given values override those that the platform publishes. */
export interface Wanted {
  /** Campaign id, or address of an escrow. */
  subject: string;
  /** A node's REST endpoint. */
  node?: string;
  /** URL of the platform's API. */
  api?: string;
  /** Of the chain to look up where the platform has escrows on several and no node is given. */
  chainId?: string;
  factory?: string;
  checksum?: string;
  /** Null: escrows are immutable. */
  admin?: string | null;
  file?: BundleSource['file'];
}

/** Something that is needed is neither given nor published. */
export class SourceError extends Error {}

/**
 * Completes the request with published values, and finds the escrow of a campaign in the factory.
 * @throws SourceError, FetchError, ShapeError
 */
export async function findSource(given: Wanted): Promise<BundleSource> {
  const wanted = inOneForm(given);
  const api = wanted.api === undefined ? undefined : withoutSlash(wanted.api);
  const chains = api === undefined ? [] : await fetchChains(api);
  const asked = wanted.node === undefined ? undefined : withoutSlash(wanted.node);
  const chain = chains.length > 0 ? await chainOf(wanted, chains, asked) : undefined;
  const known = asked ?? chain?.publicRestUrl;
  if (known === undefined || known === null) throw new SourceError('A node of the chain is needed');
  const node = withoutSlash(known);
  const factory = wanted.factory ?? chain?.escrow?.factory;
  if (factory === undefined) throw new SourceError('The factory is neither given nor published for the chain');
  const { admin = chain?.escrow?.admin, checksum = chain?.escrow?.checksum } = wanted;
  const escrow = await escrowOf(wanted.subject, node, factory);
  const { subject } = wanted;
  const campaign = isAddress(subject) ? undefined : subject;
  const claim = { escrow, factory, campaignId: campaign, checksum, admin, chainId: chain?.chainId ?? wanted.chainId };
  const published = api === undefined ? undefined : { urlOf: (id: string) => allocationUrl(api, id) };
  return { node, claim, file: wanted.file ?? published };
}

/** Addresses as nodes write them, and campaign ids in lower case, however they were copied. */
function inOneForm({ subject, factory, admin, ...others }: Wanted): Wanted {
  const address = toAddress(subject);
  const lower = address.toLowerCase();
  return {
    ...others,
    // Lower case would make an address of one in mixed case, which is none.
    subject: isAddress(lower) ? address : lower,
    ...(factory !== undefined && { factory: toAddress(factory) }),
    ...(admin !== undefined && { admin: admin && toAddress(admin) }),
  };
}

/**
 * The published chain: the one that is named, that of the node, or the only one with escrows. Undefined for a chain that
 * is not published, if the factory is given.
 */
async function chainOf(
  { chainId, factory }: Wanted,
  chains: readonly PublishedChain[],
  node: string | undefined,
): Promise<PublishedChain | undefined> {
  const withEscrows = chains.filter(({ escrow }) => escrow !== null);
  const wanted = chainId ?? (node && (await new NodeClient(node, new Budget()).latestBlock()).chain_id);
  if (wanted === undefined || wanted === '') {
    const [only, ...others] = withEscrows;
    if (only && others.length === 0) return only;
    const names = withEscrows.map((chain) => chain.chainId).join(', ');
    throw new SourceError(only ? `Name one of the chains ${names}` : 'The platform has escrows on no chain');
  }
  const found = withEscrows.find((chain) => chain.chainId === wanted);
  if (!found && factory === undefined)
    throw new SourceError(`The platform publishes no escrow contracts for ${wanted}`);
  return found;
}

async function escrowOf(subject: string, node: string, factory: string): Promise<string> {
  if (isAddress(subject)) return subject;
  try {
    campaignId(subject, 'id');
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new SourceError(`"${subject}" is neither a campaign id nor the address of an escrow`);
  }
  const client = new NodeClient(node, new Budget());
  return (await client.query(factory, { campaign: { campaign_id: subject } }, campaignEntry)).escrow;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
