import { setTimeout as sleep } from 'node:timers/promises';
import { SurprisingAnswer, type Person } from './api.js';

const REASON = 'This is a draft; hand in the finished work.';

type Waiting = { id: string; inputs: Record<string, unknown> };

const decisionOn = ({ id, inputs }: Waiting) =>
  JSON.stringify(inputs).includes('draft')
    ? ({ submissionId: id, decision: 'reject', reason: REASON } as const)
    : ({ submissionId: id, decision: 'approve' } as const);

/** A member of the team who reads what was handed in. */
export class Moderator {
  /** Decisions that stand, and what else was done. */
  readonly done = { approved: 0, rejected: 0, undone: 0, reversed: 0 };

  constructor(
    private readonly person: Person,
    private readonly projectId: string,
  ) {}

  /** Takes every kind of decision on single submissions, as soon as enough wait or `last` has settled. */
  async decideSingly(last: Promise<unknown>): Promise<void> {
    const waiting = await this.queueOf(10, last);
    const [first, second, third] = waiting.filter((one) => decisionOn(one).decision === 'approve');
    const drafted = waiting.find((one) => decisionOn(one).decision === 'reject');
    if (!first || !second || !third) return;
    // Approved, taken back, approved again: three entries in the ledger, one credit in the sum.
    await this.approve(first.id);
    await this.undo(first.id);
    await this.approve(first.id);
    // The first decision stands: the same again is fine, the opposite is not.
    await this.approve(first.id);
    await this.person.refused(this.rejecting(first.id, REASON), 'ALREADY_REVIEWED');
    await this.person.get(this.rejecting(second.id, 'By mistake.'));
    await this.undo(second.id);
    await this.approve(second.id);
    await this.approve(third.id);
    await this.person.get(
      this.person.api.POST('/v1/projects/{projectId}/submissions/{submissionId}/reverse', {
        params: { path: { projectId: this.projectId, submissionId: third.id } },
        body: { reason: 'Copied from somebody else.' },
      }),
    );
    this.done.approved += 2;
    this.done.reversed += 1;
    if (drafted) {
      await this.person.get(this.rejecting(drafted.id, REASON));
      this.done.rejected += 1;
    }
  }

  /** Works the queue in bulk until nothing waits any more and `last` has settled. */
  async workQueue(last: Promise<unknown>): Promise<void> {
    for (;;) {
      const waiting = await this.queueOf(1, last);
      if (waiting.length === 0) return;
      await this.decideInBulk(waiting);
    }
  }

  /** What waits, oldest first, once that are so many or `last` has settled. */
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
    const { results } = await this.person.get(
      this.person.api.POST('/v1/projects/{projectId}/submissions/bulk-review', {
        params: { path: { projectId: this.projectId } },
        body: { items },
      }),
    );
    const failed = results.find(({ ok }) => !ok);
    if (failed || results.length !== items.length) {
      throw new SurprisingAnswer(
        `A bulk review did not decide all: ${JSON.stringify(failed?.error ?? results.length)}`,
      );
    }
    const rejected = items.filter(({ decision }) => decision === 'reject').length;
    this.done.rejected += rejected;
    this.done.approved += items.length - rejected;
  }

  private async queue(): Promise<Waiting[]> {
    const { items } = await this.person.get(
      this.person.api.GET('/v1/projects/{projectId}/submissions', {
        params: {
          path: { projectId: this.projectId },
          query: { status: ['in_review'], order: 'oldest', limit: 100 },
        },
      }),
    );
    return items;
  }

  private async approve(submissionId: string): Promise<void> {
    await this.person.get(
      this.person.api.POST('/v1/projects/{projectId}/submissions/{submissionId}/approve', {
        params: { path: { projectId: this.projectId, submissionId } },
      }),
    );
  }

  private rejecting(submissionId: string, reason: string) {
    return this.person.api.POST('/v1/projects/{projectId}/submissions/{submissionId}/reject', {
      params: { path: { projectId: this.projectId, submissionId } },
      body: { reason },
    });
  }

  private async undo(submissionId: string): Promise<void> {
    await this.person.get(
      this.person.api.POST('/v1/projects/{projectId}/submissions/{submissionId}/undo', {
        params: { path: { projectId: this.projectId, submissionId } },
      }),
    );
    this.done.undone += 1;
  }
}
