import { newStudio, type Studio, submit, upload } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { parallel, tally } from '../support/parallel.js';
import { studio } from './stage.fixture.js';

describe('Evidence', () => {
  const inQuest = (where: Studio = studio) => where.quest('content_media_upload', { instructions: 'Show it.' });

  it('a file submitted to two projects concurrently is accepted and shown in one of them only', async () => {
    const other = await newStudio(await e2e.signIn());
    const quests = [await inQuest(), await inQuest(other)] as const;
    const earner = await e2e.signIn();
    const { id } = await upload(earner.client, { purpose: 'evidence' });

    const answers = await parallel(20, (index) =>
      submit(earner, quests[index % 2 === 0 ? 0 : 1].id, { fileIds: [id] }),
    );

    expect(tally(answers)).toEqual({ '201': 1, '409 SUBMISSION_IN_REVIEW': 9, '422 FILE_NOT_USABLE': 10 });
    const [{ projectId } = { projectId: '' }] = await e2e.sql<{ projectId: string }>(
      'SELECT project_id AS "projectId" FROM integrations.file WHERE id = $1',
      [id],
    );
    const [shown, hidden] = projectId === studio.project.id ? [studio, other] : [other, studio];
    const open = ({ client }: Studio) =>
      client.GET('/v1/files/{fileId}/evidence', { params: { path: { fileId: id } }, parseAs: 'text' });
    expect((await open(shown)).response.status).toBe(200);
    expectProblem(await open(hidden), 'NOT_FOUND');
  });

  it('the earner can delete a file under review, and the submission can still be approved', async () => {
    const [quest, earner] = [await inQuest(), await e2e.signIn()];
    const { id } = await upload(earner.client, { purpose: 'evidence' });
    const submission = await unwrap(submit(earner, quest.id, { fileIds: [id] }));
    expect((await earner.client.DELETE('/v1/files/evidence')).data).toEqual({ deleted: 1 });

    const gone = await studio.client.GET('/v1/files/{fileId}/evidence', { params: { path: { fileId: id } } });
    expectProblem(gone, 'NOT_FOUND');
    const approved = await unwrap(studio.approve(submission));
    expect(approved).toMatchObject({ status: 'claimed', files: [{ id }] });
  });
});
