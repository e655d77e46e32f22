import { setTimeout as sleep } from 'node:timers/promises';
import {
  BOT_START,
  inParallel,
  PLATFORM_QUESTS,
  platformOf,
  startBot,
  type EmulatedPlatforms,
  type Gateways,
  type JournalEntry,
  type WriteToBot,
} from '@questp/players';
import { ProblemError, unwrap } from '@questp/sdk';
import { check, type Check } from '../checks.js';
import type { Earner } from '../earner.js';
import { allItems } from '../pages.js';
import { PEOPLE, personOf } from '../people.js';
import { linkEverywhere, persistently } from './accounts.js';
import { countCalls, type PlatformCalls } from './calls.js';
import type { SocialCampaign } from './studio.js';

/** A tenth of the calls to a platform fails. */
const OUTAGE = { kind: 'outage', probability: 0.1, seed: 1 };
/** Time for all checks to end: one that fails several times in a row waits for minutes. */
const SETTLING_MS = 20 * 60_000;

interface Play {
  gateways: Gateways;
  platforms: EmulatedPlatforms;
  campaign: SocialCampaign;
  earners: readonly Earner[];
  atOnce: number;
  /** Runs the part of one earner, whatever comes of it. */
  each: (part: () => Promise<void>) => Promise<void>;
}

/** Earners link their accounts and complete the quests that platforms check, while a tenth of all calls fails. */
export async function playSocial({ gateways, platforms, campaign, earners, atOnce, each }: Play): Promise<Played> {
  const players = earners.filter(({ number }) => number <= PEOPLE);
  const write: WriteToBot = (bot, from, text) => platforms.put('messenger', 'messages', { bot, from, text });
  const linking = { gateways, platforms, write };
  const journal = new Journal(platforms);
  for (const name of new Set([...campaign.quests.keys()].map(platformOf))) await platforms.arm(name, OUTAGE);
  try {
    await inParallel(players, atOnce, (earner) => each(() => linkEverywhere(linking, earner, earner.number)));
    await journal.skip();
    await inParallel(players, atOnce, (earner) => each(() => verifyAll(campaign, earner, write)));
    await untilSettled(campaign, () => journal.read());
  } finally {
    await platforms.clearFaults();
  }
  return account(campaign, players.length, journal.entries);
}

/** The part of the journal that is about checks, read often enough that no entry is dropped before. */
class Journal {
  readonly entries: JournalEntry[] = [];
  private last = 0;

  constructor(private readonly platforms: EmulatedPlatforms) {}

  async skip(): Promise<void> {
    this.last = (await this.platforms.journal(this.last)).at(-1)?.number ?? this.last;
  }

  async read(): Promise<void> {
    const entries = await this.platforms.journal(this.last);
    this.entries.push(...entries);
    this.last = entries.at(-1)?.number ?? this.last;
  }
}

async function verifyAll({ quests, bot }: SocialCampaign, earner: Earner, write: WriteToBot): Promise<void> {
  for (const [taskTypeId, questId] of quests) {
    const start = { bot, number: personOf(earner.number), write };
    if (taskTypeId === BOT_START) await persistently(() => startBot(earner, questId, start));
    await persistently(() => verifyOnce(taskTypeId, earner, questId));
  }
}

/** An answer that got lost may have been a credit. */
async function verifyOnce(taskTypeId: string, earner: Earner, questId: string): Promise<void> {
  try {
    await PLATFORM_QUESTS[taskTypeId]?.verify(earner, questId);
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'ALREADY_COMPLETED')) throw error;
  }
}

const OPEN = ['pending', 'in_review'] as const;

/** Waits until no submission of the campaign is open. Reviewers decide meanwhile on those that are theirs. */
async function untilSettled({ studio }: SocialCampaign, meanwhile: () => Promise<void>): Promise<void> {
  const until = Date.now() + SETTLING_MS;
  const query = { campaignId: studio.campaign.id, status: [...OPEN], limit: 1 };
  for (;;) {
    await meanwhile();
    const { items } = await unwrap(
      studio.client.GET('/v1/projects/{projectId}/submissions', { params: { ...studio.inProject, query } }),
    );
    if (items.length === 0 || Date.now() > until) return;
    await sleep(1_000);
  }
}

/** What came of it. */
export interface Played {
  calls: PlatformCalls[];
  check: Check;
}

async function account(
  { studio, quests }: SocialCampaign,
  players: number,
  journal: readonly JournalEntry[],
): Promise<Played> {
  const submissions = await allItems((cursor) =>
    unwrap(
      studio.client.GET('/v1/projects/{projectId}/submissions', {
        params: { ...studio.inProject, query: { campaignId: studio.campaign.id, limit: 100, cursor } },
      }),
    ),
  );
  const completions = new Map(
    [...quests].map(([taskTypeId, questId]) => {
      const claimed = submissions.filter((one) => one.questId === questId && one.status === 'claimed');
      return [taskTypeId, new Set(claimed.map(({ earner }) => earner.userId)).size] as const;
    }),
  );
  const problems = [...completions]
    .filter(([, count]) => count !== players)
    .map(([taskTypeId, count]) => `${taskTypeId}: ${count} of ${players} completed it`);
  const open = submissions.filter(({ status }) => status !== 'claimed').map(({ id, status }) => `${id} is ${status}`);
  const text = `${players} earners completed ${quests.size} quests`;
  return {
    calls: countCalls(journal, completions),
    check: check(
      'every check at a platform was settled although a tenth of the calls failed',
      [...problems, ...open],
      text,
    ),
  };
}
