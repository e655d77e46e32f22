import { setTimeout as sleep } from 'node:timers/promises';
import type { Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { refused } from './answers.js';

const REASON = 'This is a draft; submit the finished work.';

type Waiting = { id: string; inputs: Record<string, unknown> };

const decisionOn = ({ id, inputs }: Waiting) =>
  JSON.stringify(inputs).includes('draft')
    ? ({ submissionId: id, decision: 'reject', reason: REASON } as const)
    : ({ submissionId: id, decision: 'approve' } as const);

/** A member of the team who reviews submissions. */
export class Moderator {
  /** Decisions that stand, and other actions. */
  readonly done = { approved: 0, rejected: 0, undone: 0, reversed: 0 };

  constructor(private readonly studio: Studio) {}

  /** Makes every kind of decision on single submissions, once enough are in review or `last` has settled. */
  async decideSingly(last: Promise<unknown>): Promise<void> {
    const waiting = await this.queueOf(10, last);
    const [first, second, third] = waiting.filter((one) => decisionOn(one).decision === 'approve');
    const drafted = waiting.find((one) => decisionOn(one).decision === 'reject');
    if (!first || !second || !third) return;
    // Approved, undone, approved again: three ledger entries, one credit in the sum.
    await unwrap(this.studio.approve(first));
    await this.undo(first);
    await unwrap(this.studio.approve(first));
    // The first decision stands: repeating it succeeds, the opposite is refused.
    await unwrap(this.studio.approve(first));
    await refused(this.studio.reject(first, REASON), 'ALREADY_REVIEWED');
    await unwrap(this.studio.reject(second, 'By mistake.'));
    await this.undo(second);
    await unwrap(this.studio.approve(second));
    await unwrap(this.studio.approve(third));
    await unwrap(this.studio.reverse(third));
    this.done.approved += 2;
    this.done.reversed += 1;
    if (drafted) {
      await unwrap(this.studio.reject(drafted, REASON));
      this.done.rejected += 1;
    }
  }

  /** Decides in bulk until `last` has settled and no submission is in review. */
  async workQueue(last: Promise<unknown>): Promise<void> {
    for (;;) {
      const waiting = await this.queueOf(1, last);
      if (waiting.length === 0) return;
      await this.decideInBulk(waiting);
    }
  }

  /** Waits until `least` submissions are in review or `last` has settled; returns those in review, oldest first. */
  private async queueOf(least: number, last: Promise<unknown>): Promise<Waiting[]> {
    const settled = Promise.allSettled([last]).then(() => true);
    for (;;) {
      const nothingFollows = await Promise.race([settled, sleep(250, false)]);
      const waiting = await this.queue();
      if (waiting.length >= least || nothingFollows) return waiting;
    }
  }

  private async decideInBulk(waiting: Waiting[]): Promise<void> {
    const items = waiting.map(decisionOn);
    const { client, inProject: params } = this.studio;
    const { results } = await unwrap(
      client.POST('/v1/projects/{projectId}/submissions/bulk-review', { params, body: { items } }),
    );
    const failed = results.find(({ ok }) => !ok);
    if (failed || results.length !== items.length) {
      throw new Error(`A bulk review did not decide all: ${JSON.stringify(failed?.error ?? results.length)}`);
    }
    const rejected = items.filter(({ decision }) => decision === 'reject').length;
    this.done.rejected += rejected;
    this.done.approved += items.length - rejected;
  }

  private async queue(): Promise<Waiting[]> {
    const { client, inProject } = this.studio;
    const query = { status: ['in_review' as const], order: 'oldest' as const, limit: 100 };
    const params = { ...inProject, query };
    return (await unwrap(client.GET('/v1/projects/{projectId}/submissions', { params }))).items;
  }

  private async undo(submission: Waiting): Promise<void> {
    await unwrap(this.studio.undo(submission));
    this.done.undone += 1;
  }
}
