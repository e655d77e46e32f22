import type { AllocationsResponse, CampaignEntry, FactoryConfigResponse } from '@questp/message-schema';
import type { EscrowAnswers } from '../escrow-reading.js';
import { NodeFault, type ChainNode } from '../nodes/chain-node.js';
import {
  isAllocations,
  isCampaignAttempts,
  isEscrowConfig,
  isEscrowStatus,
  isFactoryConfig,
  isOwnership,
  LATER_CONFIG,
} from './answer-validators.js';

/** Longest accepted answer about an escrow or a factory, in characters; real ones have up to about 3,000. */
const MAX_ANSWER = 20_000;
/** Entries of a page of an allocation: the maximum of the contract. */
export const ALLOCATION_PAGE = 100;
/** Longest accepted page, in characters; an entry has up to about 300. */
const MAX_PAGE = 40_000;

/** The escrow of a funding attempt, as the ticket names it. */
export interface EscrowSource {
  campaignId: string;
  attempt: number;
  factory: string;
}

/** Asks one node. @throws NodeFault */
export const askFactoryConfig = (node: ChainNode, factory: string, height: number): Promise<FactoryConfigResponse> =>
  ask(node, factory, { config: {} }, height, isFactoryConfig);

/** The escrow of a funding attempt; null: it is not created. Asks one node. @throws NodeFault */
export async function askEscrow(node: ChainNode, source: EscrowSource, height: number): Promise<EscrowAnswers | null> {
  const entry = await askEntry(node, source, height);
  if (entry === undefined) return null;
  const address = entry.escrow;
  const [stated, ownership, status] = await Promise.all([
    ask(node, address, { config: {} }, height, isEscrowConfig),
    ask(node, address, { ownership: {} }, height, isOwnership),
    ask(node, address, { status: {} }, height, isEscrowStatus),
  ]);
  const config = { ...LATER_CONFIG, ...stated };
  if (!(isOf(source, config) && isOf(source, status) && config.factory === source.factory))
    throw new NodeFault('invalid', 'the state of another escrow');
  return { address, entry, config, ownership, status };
}

/** The entries of a version after an address, in the order of commits; from the first one if it is empty. @throws NodeFault */
export async function askAllocations(
  node: ChainNode,
  escrow: string,
  { version, after }: { version: number; after: string },
  height: number,
): Promise<AllocationsResponse['allocations']> {
  const query = { allocations: { version, limit: ALLOCATION_PAGE, ...(after !== '' && { start_after: after }) } };
  const page = await ask(node, escrow, query, height, isAllocations, MAX_PAGE);
  if (page.version !== version || !isAscending(page.allocations, after))
    throw new NodeFault('invalid', 'entries of another version, or in another order');
  return page.allocations;
}

const isAscending = (entries: AllocationsResponse['allocations'], after: string): boolean =>
  entries.every(({ address }, index) => address > (entries[index - 1]?.address ?? after));

async function askEntry(node: ChainNode, source: EscrowSource, height: number): Promise<CampaignEntry | undefined> {
  const { campaignId, attempt, factory } = source;
  const query = { campaign_attempts: { campaign_id: campaignId, start_after: attempt - 1, limit: 1 } };
  const { attempts } = await ask(node, factory, query, height, isCampaignAttempts);
  const [entry] = attempts;
  // Attempts are created in order, so a later one cannot exist without this one.
  if (entry !== undefined && !isOf(source, entry)) throw new NodeFault('invalid', 'the entry of another escrow');
  return entry;
}

const isOf = (
  { campaignId, attempt }: EscrowSource,
  answer: { campaign_id: string; funding_attempt: number },
): boolean => answer.campaign_id === campaignId && answer.funding_attempt === attempt;

async function ask<Answer>(
  node: ChainNode,
  contract: string,
  query: object,
  height: number,
  isAnswer: (value: unknown) => value is Answer,
  maxCharacters = MAX_ANSWER,
): Promise<Answer> {
  const answer = await node.smart(contract, query, height);
  if (JSON.stringify(answer)?.length > maxCharacters) throw new NodeFault('invalid', 'an answer that is too long');
  if (!isAnswer(answer)) throw new NodeFault('invalid', `no answer to ${Object.keys(query).join()}`);
  return answer;
}
