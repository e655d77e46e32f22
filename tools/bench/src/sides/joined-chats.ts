import { setTimeout as sleep } from 'node:timers/promises';
import {
  CHAT,
  EmulatedPlatforms,
  Gateways,
  inParallel,
  messengerIdOf,
  newStudio,
  signIn,
  type Studio,
} from '@questp/players';
import type { EmulatorsProcess } from '../load/emulators.js';
import type { Round } from '../load/figures.js';
import type { BenchPlatform } from '../platform/platform.js';
import { seedEarners, type SeededEarner } from '../seed/earners.js';
import { seedQuests } from '../seed/quests.js';

/** People of the emulated messenger. */
const PEOPLE = 200;
const FIRST_NUMBER = 6;
/** Pause between looks for new credits. */
const LOOK_MS = 2;
/** A credit that takes longer is none. */
const MAX_MS = 10_000;

const JOIN = {
  taskTypeId: 'social_messenger_join',
  config: { chatId: CHAT, requireStatus: 'member' },
  period: { kind: 'once' },
};

interface Earner extends SeededEarner {
  /** Id at the messenger. */
  account: number;
}

interface Hook {
  bot: number;
  secret: string;
}

/** Earners whose quests to join a chat wait for the webhook that they joined. */
export class JoinedChats {
  private updates = 1;

  private constructor(
    private readonly platform: BenchPlatform,
    private readonly messenger: EmulatedPlatforms,
    private readonly studio: Studio,
    private readonly hook: Hook,
    private readonly earners: readonly Earner[],
  ) {}

  static async on(platform: BenchPlatform, { url }: EmulatorsProcess): Promise<JoinedChats> {
    const messenger = new EmulatedPlatforms(url);
    const studio = await newStudio(await signIn(new Gateways([platform.url])));
    const [, bot] = await messenger.items<{ token: string }>('messenger', 'bots');
    const id = Number(bot?.token.split(':')[0]);
    await studio.client.PUT('/v1/projects/{projectId}/messenger/bot', {
      params: studio.inProject,
      body: { botToken: bot?.token ?? '' },
    });
    const hook = (await messenger.items<Hook>('messenger', 'webhooks')).find((one) => one.bot === id);
    if (hook === undefined) throw new Error('The bot has no webhook');
    const earners = (await seedEarners(platform.client, PEOPLE)).map((earner, index) => {
      return { ...earner, account: messengerIdOf(FIRST_NUMBER + index) };
    });
    await platform.client.query(
      `INSERT INTO identity.linked_account (provider, account_id, user_id)
       SELECT 'messenger', account, id FROM unnest($1::text[], $2::text[]) AS t (id, account)`,
      [earners.map(({ userId }) => userId), earners.map(({ account }) => String(account))],
    );
    return new JoinedChats(platform, messenger, studio, hook, earners);
  }

  /** Sends webhooks at a fixed rate; the milliseconds of the round are those until the credits. */
  async round(perSecond: number, seconds: number): Promise<Round> {
    const players = this.earners.slice(0, Math.min(perSecond * seconds, PEOPLE));
    const waiting = await this.waitingFor(players);
    const sentAt = new Map<string, number>();
    const looking = this.look(sentAt, players.length);
    for (const [index, { account }] of players.entries()) {
      const submission = waiting[index] ?? '';
      await this.messenger.put('messenger', 'members', { chat: Number(CHAT), user: account });
      sentAt.set(submission, performance.now());
      void this.sendUpdate(account);
      await sleep(1_000 / perSecond);
    }
    const milliseconds = await looking;
    return { seconds: players.length / perSecond, milliseconds, failures: {} };
  }

  /** Submissions of a new quest by these earners, who are not in the chat. */
  private async waitingFor(players: readonly Earner[]): Promise<string[]> {
    const { project, campaign } = this.studio;
    const place = { projectId: project.id, campaignId: campaign.id };
    const [questId] = await seedQuests(this.platform.client, place, JOIN, 1);
    await inParallel([...players], 8, ({ account }) =>
      this.messenger.remove('messenger', 'members', { chat: CHAT, user: String(account) }),
    );
    return await inParallel([...players], 8, async ({ token }) => {
      const path = `/v1/quests/${questId}/messenger/verify`;
      const answer = await this.platform.send('POST', { path, headers: { authorization: `Bearer ${token}` } });
      const { id, status } = (await answer.json()) as { id: string; status: string };
      if (status !== 'pending') throw new Error(`A submission is ${status}, answered ${answer.status}`);
      return id;
    });
  }

  private async sendUpdate(account: number): Promise<void> {
    const user = { id: account, is_bot: false, first_name: 'Earner' };
    const change = {
      chat: { id: Number(CHAT), type: 'supergroup', title: 'Orbit community' },
      ...{ from: user, date: Math.floor(Date.now() / 1_000) },
      ...{ old_chat_member: { status: 'left', user }, new_chat_member: { status: 'member', user } },
    };
    this.updates += 1;
    const answer = await fetch(`${this.platform.url}/v1/messenger/webhook/project/${this.studio.project.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': this.hook.secret },
      body: JSON.stringify({ update_id: this.updates, chat_member: change }),
    });
    if (!answer.ok) throw new Error(`A webhook was answered ${answer.status}`);
  }

  /** Milliseconds from each webhook to its credit. */
  private async look(sentAt: ReadonlyMap<string, number>, count: number): Promise<number[]> {
    const found = new Map<string, number>();
    while (found.size < count) {
      const open = [...sentAt].filter(([id]) => !found.has(id));
      const { rows } = await this.platform.client.query<{ id: string }>(
        'SELECT submission_id AS id FROM quests.points_ledger WHERE submission_id = ANY ($1::uuid[])',
        [open.map(([id]) => id)],
      );
      const now = performance.now();
      for (const { id } of rows) found.set(id, now - (sentAt.get(id) ?? now));
      const late = open.find(([id, at]) => !found.has(id) && now - at > MAX_MS);
      if (late) throw new Error(`A webhook led to no credit in ${MAX_MS} ms`);
      await sleep(LOOK_MS);
    }
    return [...found.values()];
  }
}
