import { campaignEntry, escrowConfig, type EscrowStatus, escrowStatus, pauseState } from '../node/answers.js';
import { type Bundle, BUNDLE_SCHEMA, type Claim, json } from './bundle.js';
import { Budget, FetchError, fetchJson } from '../node/fetch-json.js';
import { NodeClient } from '../node/node-client.js';
import { outflowOf } from '../node/outflow.js';
import { isRead, type Part } from '../input/part.js';
import { readAllocations } from './read-allocations.js';
import { readHistory } from './read-history.js';
import { readTransfers } from './read-transfers.js';
import { readTreasuries } from './read-treasuries.js';
import { ShapeError } from '../input/shape.js';

/** Attempts to read a state that does not change meanwhile. */
const ATTEMPTS = 3;
/** The index of events is written after the block. */
const INDEX_LAG_MS = 2_000;
const FILE_BYTES = 64 * 1024 * 1024;

export interface BundleSource {
  /** A node's REST endpoint, without a slash at the end. */
  node: string;
  claim: Claim;
  /** The published file, or where it is; absent: at the address that the chain names. */
  file?: { content: unknown } | { url: string } | { urlOf: (campaignId: string) => string };
}

export interface Progress {
  step: 'contract' | 'allocations' | 'transfers' | 'file';
  done: number;
  /** Undefined: not known yet. */
  total?: number;
}

/** The escrow changed each time while it was read. */
export class ChangedError extends Error {}

/**
 * Reads everything that the checks need. A part that cannot be read has the reason instead.
 * @throws ChangedError
 */
export async function fetchBundle(
  { node: url, claim, file }: BundleSource,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Bundle> {
  const budget = new Budget();
  const node = new NodeClient(url, budget);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const found = await readChain(node, claim, onProgress);
    const again = await readStatus(node, claim.escrow);
    if (hasMoved(found.status, again)) continue;
    const bundle = { schema: BUNDLE_SCHEMA, readAt: new Date().toISOString(), node: url, claim, ...found };
    return { ...bundle, file: await readFile(file, found.status, budget, onProgress) };
  }
  throw new ChangedError(`The escrow changed each of the ${ATTEMPTS} times it was read; try again later`);
}

const readStatus = (node: NodeClient, escrow: string) =>
  attempt(() => node.query(escrow, { status: {} }, escrowStatus));

async function readChain(node: NodeClient, { escrow, factory }: Claim, onProgress: (progress: Progress) => void) {
  onProgress({ step: 'contract', done: 0 });
  const status = await readStatus(node, escrow);
  const chain = await attempt(() => node.latestBlock());
  const contract = await attempt(() => node.contract(escrow));
  const config = await attempt(() => node.query(escrow, { config: {} }, escrowConfig));
  const campaign = await using(status, ({ campaign_id }) =>
    node.query(factory, { campaign: { campaign_id } }, campaignEntry),
  );
  const pause = await attempt(() => node.query(factory, { pause_state: {} }, pauseState));
  const dataHash = await using(contract, ({ code_id }) => node.dataHash(code_id));
  const createdDataHash = await using(campaign, ({ code_id }) => node.dataHash(code_id));
  const factoryDataHash = await attempt(async () => node.dataHash((await node.contract(factory)).code_id));
  const allocations = await using(status, (found) =>
    readAllocations(node, escrow, found, (done) => {
      onProgress({ step: 'allocations', done, total: found.entry_count });
    }),
  );
  const readOutflow = (found: EscrowStatus) =>
    using(config, ({ asset }) =>
      readTransfers(node, { escrow, asset, entries: found.entry_count }, (done, total) => {
        onProgress({ step: 'transfers', done, total });
      }),
    );
  let transfers = isRead(status) ? await readOutflow(status.value) : status;
  if (isRead(status) && isRead(transfers) && sumOf(transfers.value) < outflowOf(status.value)) {
    await new Promise((resolve) => setTimeout(resolve, INDEX_LAG_MS));
    transfers = await readOutflow(status.value);
  }
  const treasuries = await attempt(() => readTreasuries(node, factory));
  const history = await attempt(() => readHistory(node, escrow, factory));
  const hashes = { dataHash, createdDataHash, factoryDataHash };
  return { chain, contract, ...hashes, campaign, pause, config, status, allocations, transfers, treasuries, history };
}

async function readFile(
  file: BundleSource['file'],
  status: Part<EscrowStatus>,
  budget: Budget,
  onProgress: (progress: Progress) => void,
): Promise<Part<unknown>> {
  onProgress({ step: 'file', done: 0 });
  if (file && 'content' in file) return await attempt(() => json(file.content, 'the file'));
  if (file && 'url' in file) return await attempt(() => fetchFile(file.url, budget));
  return await using(status, async ({ campaign_id, finalized }) => {
    const url = file ? file.urlOf(campaign_id) : finalized?.allocation_uri;
    if (url === undefined) throw new FetchError('no file is given, and the chain names none before finalize');
    return await fetchFile(url, budget);
  });
}

async function fetchFile(url: string, budget: Budget): Promise<unknown> {
  if (!/^https?:\/\//.test(url)) throw new FetchError(`${url.slice(0, 200)} is no http address`);
  return json(await fetchJson(url, FILE_BYTES, budget), 'the file');
}

/** Compares the status before and after the reading, without the members that change with time alone. */
function hasMoved(before: Part<EscrowStatus>, after: Part<EscrowStatus>): boolean {
  const stateOf = (part: Part<EscrowStatus>): string => {
    if (!isRead(part)) return '';
    const { deadlines: _, frozen_secs: __, paused_until: ___, ...state } = part.value;
    return JSON.stringify(state);
  };
  return stateOf(before) !== stateOf(after);
}

const sumOf = (transfers: readonly { amount: string }[]) =>
  transfers.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

async function attempt<T>(read: () => T | Promise<T>): Promise<Part<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    if (!(error instanceof FetchError || error instanceof ShapeError)) throw error;
    return { error: error.message };
  }
}

const using = async <T, U>(part: Part<T>, read: (value: T) => Promise<U>): Promise<Part<U>> =>
  isRead(part) ? await attempt(() => read(part.value)) : part;
