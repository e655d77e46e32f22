import { PICTURE_TYPES, type FileType } from '@questp/messages/integrations';
import {
  getOwnSubmission,
  getTeamSubmission,
  listOwnSubmissions,
  listTeamSubmissions,
  reviewSubmission,
  submitQuest,
} from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { started } from '@questp/testing';
import {
  errorOf,
  newUserId,
  race,
  raceSame,
  RACERS,
  startQuests,
  type QuestOptions,
} from '../../testing/quests.fixture.js';
import { toEvidenceFile, toKeptFile } from '../../ledger/submissions/evidence-file.js';

describe('evidence', () => {
  const quests = started(startQuests);
  afterEach(async () => {
    quests.others.down.clear();
    quests.others.hold = undefined;
    expect(await quests.violations()).toEqual([]);
  });

  /** A confirmed file of the earner, as a submission shows it. */
  const upload = (userId: string, contentType?: FileType) =>
    toEvidenceFile(toKeptFile(quests.others.upload(userId, contentType)));
  const addUpload = (config: object = {}, more: QuestOptions = {}, taskTypeId = 'content_media_upload') =>
    quests.addQuest(taskTypeId, { instructions: 'Show it.', maxFiles: 3, ...config }, { method: 'manual', ...more });
  const hand = (userId: string, questId: string, inputs: object, more: object = {}) =>
    quests.call(submitQuest, { userId, questId, inputs: inputs as Record<string, unknown>, ...more });
  const refusalOf = async (...attempt: Parameters<typeof hand>) => {
    const { code, details } = await errorOf(hand(...attempt));
    return [code, ...(details.errors ?? []).map((error) => `${error.pointer} ${error.code}`)];
  };
  const review = (submissionId: string, decision: { decision: 'approve' } | { decision: 'reject'; reason: string }) =>
    quests.call(reviewSubmission, {
      ...{ projectId: quests.projectId, submissionId, by: 'team', reviewerId: newUserId() },
      ...decision,
    });
  /** Stored rows of an earner's attempts. */
  const written = (userId: string) =>
    quests.db.rows(sql`
      SELECT id FROM submission WHERE user_id = ${userId}
      UNION ALL SELECT id FROM verification_check WHERE user_id = ${userId}`);

  it('is shown to the team of the project, with its files in order, in lists and detail', async () => {
    const [questId, userId] = [await addUpload(), await quests.addEarner()];
    const files = [upload(userId), upload(userId, 'image/webp'), upload(userId)];
    const fileIds = files.map(({ id }) => id);
    const submitted = await hand(userId, questId, { fileIds });
    expect(submitted).toMatchObject({
      status: 'in_review',
      files,
      inputs: { fileIds },
      history: [{ inputs: { fileIds } }],
      checks: [{ outcome: 'review', facts: { evidence: fileIds.map((id) => ({ id })) } }],
    });
    expect(files[0]).toEqual({
      ...{ id: fileIds[0], contentType: 'image/png', size: 70, sha256: 'a'.repeat(64) },
      url: `/v1/files/${fileIds[0]}/evidence`,
    });
    for (const id of fileIds) expect(quests.others.files.get(id)).toMatchObject({ projectId: quests.projectId });
    const { id: submissionId } = submitted;
    const { projectId } = quests;
    expect(await quests.call(getTeamSubmission, { projectId, submissionId })).toMatchObject({ files });
    const page = { limit: 1, order: 'newest' } as const;
    expect((await quests.call(listTeamSubmissions, { projectId, ...page })).items).toMatchObject([{ files }]);
    expect((await quests.call(listOwnSubmissions, { userId, limit: 1 })).items).toMatchObject([{ files }]);
    expect(await review(submissionId, { decision: 'approve' })).toMatchObject({ status: 'claimed', files });
  });

  it.each([
    ['content_media_upload', 'manual'],
    ['content_media_upload_ai', 'ai_verify'],
    ['content_media_upload_ai', 'hybrid_ai'],
  ] as const)('of %s is for reviewers under %s', async (taskTypeId, method) => {
    const [questId, userId] = [await addUpload({}, { method }, taskTypeId), await quests.addEarner()];
    const file = upload(userId);
    expect(await hand(userId, questId, { fileIds: [file.id] })).toMatchObject({ status: 'in_review', files: [file] });
  });

  it('can be submitted again after a rejection, and the evidence of each time is kept', async () => {
    const [questId, userId] = [await addUpload(), await quests.addEarner()];
    const [first, second] = [upload(userId), upload(userId)];
    const { id: submissionId } = await hand(userId, questId, { fileIds: [first.id] });
    await review(submissionId, { decision: 'reject', reason: 'Blurred.' });
    expect(await quests.call(getOwnSubmission, { userId, submissionId })).toMatchObject({ files: [first] });
    const again = await hand(userId, questId, { fileIds: [second.id, first.id] });
    expect(again).toMatchObject({
      id: submissionId,
      files: [second, first],
      history: [{ inputs: { fileIds: [first.id] } }, { inputs: null }, { inputs: { fileIds: [second.id, first.id] } }],
    });
    expect(again.checks.map(({ facts }) => (facts['evidence'] as object[]).length)).toEqual([2, 1]);
  });

  it('that is refused leaves no rows of the attempt', async () => {
    const [questId, userId, other] = [await addUpload(), await quests.addEarner(), await quests.addEarner()];
    const elsewhere = upload(userId);
    Object.assign(quests.others.files.get(elsewhere.id) ?? {}, { projectId: newId() });
    for (const fileIds of [[newId()], [upload(other).id], [elsewhere.id], [upload(userId).id, upload(other).id]]) {
      expect(await refusalOf(userId, questId, { fileIds })).toEqual(['FILE_NOT_USABLE']);
    }
    expect(await written(userId)).toEqual([]);
  });

  it('must have the number and types of files that the quest allows', async () => {
    const userId = await quests.addEarner();
    const [pdf, png] = [upload(userId, 'application/pdf').id, upload(userId).id];
    const [pictures, documents] = [await addUpload(), await addUpload({ contentTypes: ['application/pdf'] })];
    const wrong = 'TASK_INPUTS_INVALID';
    expect(await refusalOf(userId, pictures, { fileIds: [png, pdf] })).toEqual([
      wrong,
      '/inputs/fileIds/1 NOT_ALLOWED',
    ]);
    expect(await refusalOf(userId, documents, { fileIds: [png] })).toEqual([wrong, '/inputs/fileIds/0 NOT_ALLOWED']);
    expect(await refusalOf(userId, pictures, { fileIds: [png, png] })).toEqual([wrong, '/inputs/fileIds DUPLICATE']);
    expect(await written(userId)).toEqual([]);
    expect(await hand(userId, documents, { fileIds: [pdf] })).toMatchObject({ status: 'in_review' });
    const install = await quests.addQuest(
      'engagement_app_install_ai',
      { appName: 'Orbit', storeUrls: ['https://apps.example.org'] },
      { method: 'ai_verify' },
    );
    expect(await refusalOf(userId, install, { screenshotFileId: pdf })).toEqual([
      wrong,
      '/inputs/screenshotFileId NOT_ALLOWED',
    ]);
    expect(await hand(userId, install, { screenshotFileId: png })).toMatchObject({ status: 'in_review' });
  });

  it('of a form must fit the types of its file fields, and one file may be in several', async () => {
    const fields = [
      { id: 'desk', label: 'Desk?', kind: 'file', maxFiles: 2, contentTypes: [...PICTURE_TYPES] },
      { id: 'paper', label: 'Paper?', kind: 'file' },
    ];
    const questId = await quests.addQuest('custom_form', { fields }, { method: 'manual' });
    const userId = await quests.addEarner();
    const [png, pdf] = [upload(userId), upload(userId, 'application/pdf')];
    expect(await refusalOf(userId, questId, { answers: { desk: [png.id, pdf.id] } })).toEqual([
      'TASK_INPUTS_INVALID',
      '/inputs/answers/desk/1 NOT_ALLOWED',
    ]);
    const answers = { desk: [png.id], paper: [png.id] };
    expect(await hand(userId, questId, { answers })).toMatchObject({ files: [png], inputs: { answers } });
  });

  it('is not requested for an attempt without files', async () => {
    quests.others.down.add('integrations');
    const userId = await quests.addEarner();
    const video = await quests.addQuest('dev_video_submit', { instructions: 'Show it.' }, { method: 'manual' });
    const inputs = { link: 'https://video.example.org/1' };
    expect(await hand(userId, video, inputs)).toMatchObject({ status: 'in_review', files: [] });
    const fields = [
      { id: 'role', label: 'Role?', kind: 'short_text' },
      { id: 'desk', label: 'Desk?', kind: 'file' },
    ];
    const form = await quests.addQuest('custom_form', { fields }, { method: 'manual' });
    expect(await hand(userId, form, { answers: { role: 'Node' } })).toMatchObject({ status: 'in_review', files: [] });
  });

  it.each(['manual', 'ai_verify'] as const)(
    'is what reviewers decide by: under %s nothing waits or is reviewed without it, and nothing is used up',
    async (method) => {
      const type = method === 'manual' ? 'content_media_upload' : 'content_media_upload_ai';
      const [questId, userId] = [await addUpload({}, { method }, type), await quests.addEarner()];
      const fileIds = [upload(userId).id];
      quests.others.down.add('integrations');
      expect(await refusalOf(userId, questId, { fileIds })).toEqual(['CHECK_UNAVAILABLE']);
      quests.others.down.clear();
      // Killed while it is asked, with what it has done done.
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      quests.others.hold = () => held;
      expect(await refusalOf(userId, questId, { fileIds })).toEqual(['CHECK_UNAVAILABLE']);
      release();
      expect(await written(userId)).toEqual([]);
      expect(await hand(userId, questId, { fileIds })).toMatchObject({ status: 'in_review' });
    },
    20_000,
  );

  it('A-10: is accepted once of 20 equal concurrent attempts', async () => {
    const [questId, userId] = [await addUpload(), await quests.addEarner()];
    const fileIds = [upload(userId).id];
    const { replies, errors } = await raceSame(() => hand(userId, questId, { fileIds }));
    expect([replies.length, errors]).toEqual([1, { SUBMISSION_IN_REVIEW: RACERS - 1 }]);
    expect(await written(userId)).toHaveLength(2);
  });

  it('of 20 different concurrent attempts is that of the accepted one', async () => {
    const [questId, userId] = [await addUpload(), await quests.addEarner()];
    const attempts = Array.from({ length: RACERS }, () => upload(userId));
    const { replies, errors } = await race(
      attempts.map(
        ({ id }) =>
          () =>
            hand(userId, questId, { fileIds: [id] }),
      ),
    );
    expect([replies.length, errors]).toEqual([1, { SUBMISSION_IN_REVIEW: RACERS - 1 }]);
    const [{ inputs, files }] = replies as [(typeof replies)[number]];
    expect(files.map(({ id }) => id)).toEqual(inputs['fileIds']);
  });

  it('that was deleted since does not change the stored answer of an Idempotency-Key', async () => {
    const [questId, userId] = [await addUpload(), await quests.addEarner()];
    const { id } = upload(userId);
    const attempt = (key: string) =>
      hand(
        userId,
        questId,
        { fileIds: [id] },
        {
          idempotency: { scope: `${userId} submit`, key, requestHash: 'a'.repeat(64) },
        },
      );
    const first = await attempt('k1');
    quests.others.files.delete(id);
    expect(await attempt('k1')).toEqual(first);
    await review(first.id, { decision: 'reject', reason: 'No.' });
    expect(await attempt('k1')).toEqual(first);
    quests.others.down.add('integrations');
    expect(await attempt('k1')).toEqual(first);
    expect((await errorOf(attempt('k2'))).code).toBe('CHECK_UNAVAILABLE');
    quests.others.down.clear();
    expect((await errorOf(attempt('k2'))).code).toBe('FILE_NOT_USABLE');
  });
});
