import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { NODE_FLAGS } from '@questp/manifest';
import { EVENT_VERSION, sentSubject, type EventEnvelope } from '@questp/messages/tables';
import { freePort, isPortTaken, launch, untilReady } from '@questp/testing';
import { cpuOf } from '../load/cpu.js';
import { peakOf, residentOf } from '../load/memory.js';
import type { Order } from '../load/readers.js';
import type { BenchPlatform } from '../platform/platform.js';
import { seedEarners, type SeededEarner } from '../seed/earners.js';
import { seedCampaign, type SeededCampaign } from '../seed/quests.js';

/** A server that sends the same events to many connections. */
export interface LiveSide {
  follow: Omit<Order, 'tokens'>;
  /** Sends an event to all. */
  send(): Promise<void>;
  /** CPU of its process so far, in microseconds. */
  cpu(): number;
  /** Memory of its process in MB: current and peak. */
  memory(): number;
  peak(): number;
  stop(): Promise<void>;
}

/** A project with this many moderators, who follow it. */
export class Audience {
  private constructor(
    private readonly campaign: SeededCampaign,
    private readonly members: SeededEarner[],
  ) {}

  static async seed({ client }: BenchPlatform, count: number): Promise<Audience> {
    const campaign = await seedCampaign(client);
    const members = await seedEarners(client, count);
    await client.query(
      `INSERT INTO quests.project_member (project_id, user_id, role)
       SELECT $1, id, 'project_moderator' FROM unnest($2::text[]) AS t (id)`,
      [campaign.projectId, members.map(({ userId }) => userId)],
    );
    return new Audience(campaign, members);
  }

  get projectId(): string {
    return this.campaign.projectId;
  }

  get tokens(): string[] {
    return this.members.map(({ token }) => token);
  }

  /** An event: a submission is in review. */
  newEvent(): EventEnvelope<'submission.in_review'> {
    const { projectId, campaignId } = this.campaign;
    const { userId } = this.members[0] as SeededEarner;
    const ids = { submissionId: randomUUID(), projectId, campaignId, questId: randomUUID(), userId };
    return {
      id: randomUUID(),
      type: 'submission.in_review',
      version: EVENT_VERSION,
      occurredAt: new Date().toISOString(),
      aggregateId: ids.submissionId,
      data: { ...ids, questTitle: 'Come by every day', status: 'in_review', pointsAwarded: 0, reason: null },
    };
  }
}

/** The gateway, which gets events from the broker. */
export async function ourLive(platform: BenchPlatform, audience: Audience, how: Order['how']): Promise<LiveSide> {
  const { projectId } = audience;
  const { url } = platform;
  const connection = await connect(platform.nats.client);
  const events = jetstream(connection);
  return {
    follow:
      how === 'streams'
        ? { how, url, about: `/v1/realtime/projects/${projectId}/submissions` }
        : { how, url: `${url}/v1/realtime/studio`, about: projectId },
    send: async () => {
      const event = audience.newEvent();
      await events.publish(sentSubject(event.type, event.data), JSON.stringify(event));
    },
    cpu: () => platform.cpu()['gateway'] ?? 0,
    memory: () => platform.memory()['gateway'] ?? 0,
    peak: () => platform.peaks()['gateway'] ?? 0,
    stop: () => connection.close(),
  };
}

/** The baseline: Node or socket.io alone. */
export async function baselineLive(audience: Audience, how: Order['how']): Promise<LiveSide> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = await launch({
    name: `baseline of ${how}`,
    command: process.execPath,
    args: [...NODE_FLAGS, join(import.meta.dirname, `../baseline/${how}.js`)],
    env: { ...process.env, PORT: String(port) },
  });
  await untilReady(started, () => isPortTaken(port), 30_000);
  return {
    follow: {
      how,
      url: how === 'streams' ? url : `${url}/studio`,
      about: how === 'streams' ? '/' : audience.projectId,
    },
    send: async () => {
      const answer = await fetch(url, { method: 'POST', body: JSON.stringify(audience.newEvent()) });
      if (!answer.ok) throw new Error(`The baseline answered ${answer.status}`);
    },
    cpu: () => cpuOf(started.pid),
    memory: () => residentOf(started.pid),
    peak: () => peakOf(started.pid),
    stop: () => started.stop(),
  };
}
