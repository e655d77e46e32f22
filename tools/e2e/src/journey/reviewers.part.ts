import { createHash } from 'node:crypto';
import { type Person, PICTURE, type Schemas } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from '../support/one-platform.fixture.js';
import { RECIPES } from './completions.js';
import {
  completedTypes,
  evidenceTypes,
  inProject,
  problemOf,
  reviewedTypes,
  standing,
  story,
  sum,
} from './story.fixture.js';

describe('Reviewers', () => {
  let queue: Schemas['TeamSubmission'][];
  const act = (step: 'approve' | 'undo', { id }: { id: string }) =>
    unwrap(
      story.moderator.client.POST(`/v1/projects/{projectId}/submissions/{submissionId}/${step}`, {
        params: { path: { projectId: story.project.id, submissionId: id } },
      }),
    );
  const reject = ({ id }: { id: string }) =>
    unwrap(
      story.moderator.client.POST('/v1/projects/{projectId}/submissions/{submissionId}/reject', {
        params: { path: { projectId: story.project.id, submissionId: id } },
        body: { reason: 'The link is dead.' },
      }),
    );

  it('list the waiting submissions, oldest first', async () => {
    const query = { status: ['in_review' as const], order: 'oldest' as const, limit: 100 };
    ({ items: queue } = await unwrap(
      story.moderator.client.GET('/v1/projects/{projectId}/submissions', { params: { ...inProject(), query } }),
    ));

    expect(queue.map(({ taskTypeId }) => taskTypeId)).toEqual(reviewedTypes);
    expect(queue[0]).toMatchObject({
      earner: {
        userId: story.alice.user.id,
        username: 'alice',
        accountStatus: 'active',
        wallet: story.alice.wallet.address,
      },
      undoUntil: null,
      pointsAwarded: 0,
    });
  });

  it('open the submitted files, which other earners cannot open', async () => {
    const handedIn = queue.filter(({ files }) => files.length > 0);
    expect(handedIn.map(({ taskTypeId }) => taskTypeId)).toEqual(evidenceTypes);
    for (const { files, inputs } of handedIn) {
      const [{ id: fileId, contentType, sha256, url }] = files as [Schemas['EvidenceFile']];
      const get = ({ client }: Person) =>
        client.GET('/v1/files/{fileId}/evidence', { params: { path: { fileId } }, parseAs: 'arrayBuffer' });

      expect(JSON.stringify(inputs)).toContain(fileId);
      expect(Buffer.from(await unwrap(get(story.moderator)))).toEqual(PICTURE);
      expect({ contentType, sha256, url }).toEqual({
        contentType: 'image/png',
        sha256: createHash('sha256').update(PICTURE).digest('hex'),
        url: `/v1/files/${fileId}/evidence`,
      });
      expect(await problemOf(unwrap(get(story.bob)))).toBe('NOT_FOUND');
    }
  });

  it('approve a submission once', async () => {
    const [first] = queue as [Schemas['TeamSubmission']];
    const before = Number((await standing(story.alice)).points);

    const approved = await act('approve', first);

    expect(approved).toMatchObject({
      status: 'claimed',
      reviewedBy: story.moderator.user.id,
      pointsAwarded: story.quests.get(first.taskTypeId)?.points,
    });
    expect(approved.verifiedAt).toBe(approved.claimedAt);
    expect(approved.history.map(({ status, by }) => `${status} ${by}`)).toEqual(['in_review earner', 'claimed team']);
    expect(await act('approve', first)).toEqual(approved);
    expect(await problemOf(reject(first))).toBe('ALREADY_REVIEWED');
    expect(Number((await standing(story.alice)).points) - before).toBe(approved.pointsAwarded);
  });

  it('reject with a reason, after which the earner submits again', async () => {
    const second = queue[1] as Schemas['TeamSubmission'];

    expect(await reject(second)).toMatchObject({ status: 'rejected', reason: 'The link is dead.', pointsAwarded: 0 });
    const own = await unwrap(
      story.alice.client.GET('/v1/users/me/submissions/{submissionId}', {
        params: { path: { submissionId: second.id } },
      }),
    );
    expect(own).toMatchObject({ status: 'rejected', reason: 'The link is dead.' });

    await RECIPES[second.taskTypeId]?.complete(story.alice, second.questId);
    expect(await act('approve', second)).toMatchObject({
      status: 'claimed',
      history: [{ status: 'in_review' }, { status: 'rejected' }, { status: 'in_review' }, { status: 'claimed' }],
    });
  });

  it('undo a decision within 15 minutes and decide again', async () => {
    const [first] = queue as [Schemas['TeamSubmission']];
    const before = Number((await standing(story.alice)).points);

    expect(await act('undo', first)).toMatchObject({ status: 'in_review', pointsAwarded: 0 });
    expect(before - Number((await standing(story.alice)).points)).toBe(story.quests.get(first.taskTypeId)?.points);
    expect(await problemOf(act('undo', first))).toBe('NOTHING_TO_UNDO');
    await act('approve', first);
    expect(Number((await standing(story.alice)).points)).toBe(before);

    await e2e.sql(`UPDATE quests.submission SET reviewed_at = reviewed_at - interval '15 minutes' WHERE id = $1`, [
      first.id,
    ]);
    expect(await problemOf(act('undo', first))).toBe('UNDO_WINDOW_CLOSED');
  });

  it('decide in bulk, where each decision succeeds or fails separately', async () => {
    const [decided, ...rest] = queue.slice(1) as [Schemas['TeamSubmission'], ...Schemas['TeamSubmission'][]];
    const items = [
      { submissionId: decided.id, decision: 'reject' as const, reason: 'Too late.' },
      ...rest.map(({ id }) => ({ submissionId: id, decision: 'approve' as const })),
    ];

    const { results } = await unwrap(
      story.moderator.client.POST('/v1/projects/{projectId}/submissions/bulk-review', {
        params: inProject(),
        body: { items },
      }),
    );

    expect(results.map(({ ok, error }) => error?.code ?? ok)).toEqual(['ALREADY_REVIEWED', ...rest.map(() => true)]);
    expect(Number((await standing(story.alice)).points)).toBe(sum(completedTypes));
  });

  it('reverse a credit with a reason', async () => {
    const last = queue.at(-1) as Schemas['TeamSubmission'];
    const reversed = await unwrap(
      story.moderator.client.POST('/v1/projects/{projectId}/submissions/{submissionId}/reverse', {
        params: { path: { projectId: story.project.id, submissionId: last.id } },
        body: { reason: 'Copied.' },
      }),
    );

    expect(reversed).toMatchObject({ status: 'reversed', reason: 'Copied.', pointsAwarded: 0 });
    expect(await problemOf(RECIPES[last.taskTypeId]?.complete(story.alice, last.questId) as Promise<unknown>)).toBe(
      'SUBMISSION_FINAL',
    );
  });
});
