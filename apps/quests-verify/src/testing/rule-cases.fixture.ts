import type { ChainTransactions, MicroblogSpace } from '@questp/messages/integrations';
import { NO_FACTS, type Facts, type FactName, type FactValues } from '../catalog/definition/facts.js';
import type { JsonObject } from '../catalog/definition/json-schema.js';
import type { AvailableTaskType } from '../catalog/definition/task-type.js';
import { validateConfig, validateInputs } from '../catalog/definition/validation.js';
import { exampleActs } from './chain-acts.fixture.js';
import { EXAMPLE_POST, postIdOf } from '../task-types/platforms/microblog/fields.js';

const now = new Date('2026-02-01T00:00:00.000Z');
const at = '2026-01-15T00:00:00.000Z';
const accountId = '1800000000000000006';
const postId = postIdOf(EXAMPLE_POST) ?? '';
const wallet = { chainId: 'cosmoshub-4', address: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu', account: '0a' };

const space = {
  ...{
    spaceId: '1LiveSpace001',
    state: 'live' as const,
    title: 'Orbit weekly',
    creatorId: accountId,
    hostIds: [accountId],
  },
  ...{ scheduledStart: null, startedAt: at, endedAt: null, participants: 120 },
} satisfies MicroblogSpace;

/** Facts that complete the quests of the example configurations. A fact of an available task type needs a value. */
const DONE: Partial<FactValues> = {
  wallets: [wallet],
  signedText: { account: wallet.account },
  visit: { issuedAt: '2026-01-31T23:59:00.000Z', expiresAt: '2026-02-01T00:29:00.000Z', used: false },
  submittedPage: { outcome: 'page', status: 200, hasCode: true },
  earnerCode: '4f9b2ca7d01e8856',
  verifiedEmail: { address: 'a'.repeat(43), domain: 'example.org' },
  evidence: [],
  referrals: { counted: 3 },
  chainTransactions: {
    transactions: [
      {
        ...{ hash: 'A'.repeat(64), height: 7, time: at, code: 0, isComplete: true },
        acts: [],
      },
    ],
    isComplete: true,
  },
  chatcommMember: { accountId, guildName: 'Orbit', isMember: true, isPending: false, roleIds: ['1400000000000000001'] },
  chatcommMessages: {
    accountId,
    channelName: 'general',
    messageId: '1500000000000000001',
    hasWritten: true,
    isComplete: true,
  },
  codehostCommits: { accountId, count: 1, isComplete: true },
  codehostFork: { accountId, isForked: true, isComplete: true },
  codehostIssues: { accountId, count: 1, isComplete: true },
  codehostPulls: { accountId, count: 1, isComplete: true },
  codehostStar: { accountId, isStarred: true },
  messengerMember: { accountId, chatId: '-1001000000001', status: 'member' },
  messengerStart: { accountId, startedAt: at },
  microblogAuthorship: { accountId, isAuthor: true },
  microblogFollow: { accountId, isFollowing: true },
  microblogLike: { accountId, isLiked: true, isComplete: true },
  microblogPosts: {
    accountId,
    posts: [{ postId: '1900000000000000009', at, refersTo: postId, isMention: true, hashtags: ['Orbit'], text: null }],
    isComplete: true,
  },
  microblogSpace: { space, reason: null },
  draw: { state: 'drawn', isWaiting: true, isListed: true, prize: { id: 'gold', name: 'Gold', points: 500 } },
  microblogStage: {
    ...{ accountId, isHost: true, isSpeaker: false, isComplete: true, reason: null },
    space,
  },
  microblogProfile: {
    ...{ accountId, name: 'Luna of Orbit', description: 'On #Orbit' },
    pinned: { postId: '1900000000000000009', quotes: postId, hashtags: ['Orbit'] },
  },
  launchsiteComment: { accountId, commentId: 'c9', isComplete: true },
  launchsiteVote: { accountId, isVoted: true },
  projectCheck: { result: 'pass', message: null, points: 7, subjects: [{ kind: 'wallet', subject: wallet.account }] },
  photositeFollow: { accountId, isFollowing: true },
  videositeComment: { accountId, commentId: 'c9', isComplete: true },
  videositeLike: { accountId, isDone: true, isComplete: true },
  videositeSubscription: { accountId, isDone: true },
};

interface RuleCase {
  /** Name of the change. */
  name: string;
  config: JsonObject;
  inputs: JsonObject;
  facts: Facts;
}

/**
 * The example of a type with the facts that complete it, and the same with one change: each value of a fact, each
 * member of the configuration and of the inputs, and the start of the campaign.
 */
export function casesOf(type: AvailableTaskType): RuleCase[] {
  const names = Object.keys(type.facts) as FactName[];
  const lacking = names.filter((name) => DONE[name] === undefined);
  if (lacking.length > 0) throw new Error(`rule-cases.fixture.ts has no value of ${lacking.join(', ')}`);
  const done = { ...Object.fromEntries(names.map((name) => [name, DONE[name]])), ...onChain(type) };
  const config = validateConfig(type, type.exampleConfig);
  if (!config.ok) throw new Error(JSON.stringify(config.errors));
  const base: RuleCase = {
    ...{ name: 'done', config: config.value, inputs: type.exampleInputs },
    facts: { ...NO_FACTS, ...done, now, startsAt: null, endsAt: null },
  };
  const { inputs, facts } = base;
  return [
    base,
    { ...base, name: 'no facts', facts: { ...facts, ...NO_FACTS } },
    { ...base, name: 'campaign starts later', facts: { ...facts, startsAt: now } },
    { ...base, name: 'campaign ends earlier', facts: { ...facts, endsAt: new Date(0) } },
    ...changesOf(done).map(([name, changed]) => ({ ...base, name, facts: { ...facts, ...(changed as object) } })),
    ...gapsAndChangesOf(config.value).flatMap(([name, changed]) => {
      const valid = validateConfig(type, changed);
      return valid.ok ? [{ ...base, name: `config.${name}`, config: valid.value }] : [];
    }),
    ...gapsAndChangesOf(inputs).flatMap(([name, changed]) => {
      const valid = validateInputs(type, config.value, changed);
      return valid.ok ? [{ ...base, name: `inputs.${name}`, inputs: valid.value }] : [];
    }),
  ];
}

/** Wallets and transactions of a type that a transaction completes, on the chain and with the acts that it asks for. */
function onChain({ facts, exampleConfig, exampleInputs }: AvailableTaskType): Partial<FactValues> {
  const query = facts.chainTransactions?.(exampleConfig, exampleInputs);
  const { transactions = [] } = DONE.chainTransactions ?? {};
  if (query === undefined) return {};
  const acts = exampleActs(query.kinds, wallet.address);
  const chainTransactions: ChainTransactions = {
    transactions: transactions.map((transaction) => ({ ...transaction, acts })),
    isComplete: true,
  };
  return { wallets: [{ ...wallet, chainId: query.chainId }], chainTransactions };
}

/** Every change of one value in a JSON value: its path with the new value, and the whole. */
function changesOf(value: unknown): [name: string, changed: unknown][] {
  if (typeof value === 'boolean') return [[`= ${!value}`, !value]];
  if (typeof value === 'number') return [value - 1, value + 1].map((changed) => [`= ${changed}`, changed]);
  if (typeof value === 'string') return [`${value}1`, value.slice(1)].map((changed) => [`= ${changed}`, changed]);
  if (Array.isArray(value)) {
    const items = value.flatMap((item, index) =>
      changesOf(item).map(([name, changed]): [string, unknown] => [`${index}.${name}`, value.with(index, changed)]),
    );
    return [['= []', []], ...items];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, below]) =>
    changesOf(below).map(([name, changed]): [string, unknown] => [
      `${member}.${name}`,
      { ...value, [member]: changed },
    ]),
  );
}

/** The changes of each value, and the object without each of its members. */
const gapsAndChangesOf = (value: JsonObject): [name: string, changed: unknown][] => [
  ...Object.keys(value).map((member): [string, unknown] => [
    `without ${member}`,
    Object.fromEntries(Object.entries(value).filter(([name]) => name !== member)),
  ]),
  ...changesOf(value),
];
