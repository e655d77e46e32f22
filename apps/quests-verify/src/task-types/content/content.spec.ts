import { getEarnerCode, listTeamChecks, submitQuest } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { errorOf, startQuests } from '../../testing/quests.fixture.js';
import { pageOutcome } from './page-rule.js';

const CODE = '4f9b2ca7d01e8856';
const link = 'https://blog.example.org/my-week';
const page = { outcome: 'page', status: 200, hasCode: true } as const;

describe('the page of a post or comment', () => {
  const outcome = (link: string, found: Parameters<typeof pageOutcome>[2]['submittedPage'], requireCode = true) =>
    pageOutcome({ requireCode }, { link }, { submittedPage: found, earnerCode: CODE });

  it('passes with the code of the earner, if the quest asks for it', () => {
    expect(outcome(link, page)).toEqual({ kind: 'pass' });
    expect(outcome(link, page, false)).toMatchObject({ kind: 'review' });
  });

  it.each([
    [{ ...page, hasCode: false }, 'does not contain the code'],
    [{ outcome: 'other', status: 404, hasCode: false }, 'status 404'],
    [{ outcome: 'unreachable', status: null, hasCode: false }, 'could not be read'],
    [{ outcome: 'not_allowed', status: null, hasCode: false }, 'public host'],
  ] as const)('goes to a reviewer with the result of reading its page: %j', (found, said) => {
    const decided = outcome(link, found);
    expect(decided).toMatchObject({ kind: 'review', detail: expect.stringContaining(said) as string });
  });

  it.each([
    `https://blog.example.org/search?q=${CODE}`,
    `https://blog.example.org/search?q=${CODE.toUpperCase()}`,
    `https://blog.example.org/search?q=%34f9b2ca7d01e8856`,
    `https://blog.example.org/search?q=%2534f9b2ca7d01e8856`,
    `https://blog.example.org/${CODE.slice(0, 8)}-${CODE.slice(8)}`,
    `https://blog.example.org/%zz?q=${CODE}`,
  ])('is for a reviewer at %s, which may show only what the address contains', (address) => {
    expect(outcome(address, page).kind).toBe('review');
  });
});

describe('a quest that asks for a post', () => {
  const quests = started(startQuests);
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const begin = async (id = 'content_blog_write', method: 'manual' | 'hybrid' = 'hybrid') => {
    const ofPost = { instructions: 'Write.', requireCode: true };
    const ofComment = { targetUrl: 'https://blog.example.org/launch', requireCode: true };
    const config = id === 'content_blog_write' ? ofPost : ofComment;
    const questId = await quests.addQuest(id, config, { method });
    const userId = await quests.addEarner();
    quests.others.pages.set(link, (await quests.call(getEarnerCode, { questId, userId })).code);
    return { questId, userId };
  };
  const submit = (who: { questId: string; userId: string }) => quests.call(submitQuest, { ...who, inputs: { link } });

  it.each(['content_blog_write', 'content_blog_comment'])('credits %s when the team chose so', async (id) => {
    const who = await begin(id);
    expect(await submit(who)).toMatchObject({ status: 'claimed' });
  });

  it('credits a post to one earner, whose code the page has', async () => {
    const who = await begin();
    const other = { ...who, userId: await quests.addEarner() };
    await submit(who);
    const { code } = await quests.call(getEarnerCode, other);
    quests.others.pages.set(link, code);
    expect((await errorOf(submit(other))).code).toBe('SUBJECT_ALREADY_USED');
  });

  it('shows a reviewer what was found', async () => {
    const who = await begin('content_blog_write', 'manual');
    const { id } = await submit(who);
    const [project] = await quests.db.rows<{ projectId: string }>(
      sql`SELECT project_id FROM quest WHERE id = ${who.questId}`,
    );
    const { items } = await quests.call(listTeamChecks, {
      projectId: project?.projectId ?? '',
      submissionId: id,
      limit: 10,
    });
    expect(items).toMatchObject([{ facts: { submittedPage: { outcome: 'page', hasCode: true } } }]);
  });

  it('is for a reviewer where the page cannot be read', async () => {
    const who = await begin();
    quests.others.pages.delete(link);
    expect(await submit(who)).toMatchObject({ status: 'in_review' });
  });
});
