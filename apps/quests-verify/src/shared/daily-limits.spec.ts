import type { AppError, Contract } from '@questp/messages/language';
import {
  createCampaign,
  createProject,
  createQuest,
  duplicateCampaign,
  moveCampaign,
  moveQuest,
} from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { aSlug, aUserId, outcomes, refusal, startStudio } from '../testing/studio.fixture.js';

const DAY_SECONDS = 86_400;

describe('what one user creates and activates on a day', () => {
  const studio = started(() =>
    startStudio({
      LIMIT_NEW_PROJECTS: '3',
      LIMIT_NEW_CAMPAIGNS: '3',
      LIMIT_NEW_QUESTS: '5',
      LIMIT_ACTIVATIONS: '3',
    }),
  );

  const as =
    (userId: string) =>
    <Request extends object, Reply extends object | null>(
      contract: Contract<Request, Reply>,
      request: Request,
      operation = contract.http[0]?.id ?? '',
    ) =>
      studio.call(contract, request, {
        operation,
        principal: { family: 'user', userId, sessionId: newId(), status: 'active' },
      });
  const newProject = (userId: string) => as(userId)(createProject, { userId, slug: aSlug(), name: 'Moon' });

  it('is admitted up to the limit, of 20 at once, and again on the next day; others are not limited by it', async () => {
    const userId = aUserId();
    const made = await outcomes(Array.from({ length: 20 }, () => newProject(userId)));
    expect(made.filter((outcome) => outcome === 'ok')).toHaveLength(3);
    expect(made.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(17);
    const refused: unknown = await newProject(userId).catch((error: unknown) => error);
    const { code, details } = refused as AppError;
    expect(code).toBe('RATE_LIMITED');
    expect(details.retryAfter).toBeGreaterThan(0);
    expect(details.retryAfter).toBeLessThanOrEqual(DAY_SECONDS);
    await newProject(aUserId());
    await studio.db.execute(sql`UPDATE daily_count SET day = day - 1 WHERE user_id = ${userId}`);
    await newProject(userId);
  });

  it('counts only successful calls, each quest of a duplicated campaign, and each activation', async () => {
    const userId = aUserId();
    const call = as(userId);
    const { id: projectId } = await newProject(userId);
    const { id: campaignId } = await call(createCampaign, { projectId, slug: aSlug(), title: 'Launch' });
    const slug = aSlug();
    const quest = { projectId, campaignId, taskTypeId: 'engagement_daily_checkin', title: 'Come by', points: 10 };
    const first = await call(createQuest, { ...quest, slug });
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await refusal(call(createQuest, { ...quest, slug }))).toMatchObject({ code: 'SLUG_TAKEN' });
    }
    const second = await call(createQuest, { ...quest, slug: aSlug() });
    const copy = { projectId, campaignId, slug: aSlug() };
    await call(duplicateCampaign, copy);
    expect(await refusal(call(duplicateCampaign, { ...copy, slug: aSlug() }))).toMatchObject({ code: 'RATE_LIMITED' });
    await call(createQuest, { ...quest, slug: aSlug() });
    expect(await refusal(call(createQuest, { ...quest, slug: aSlug() }))).toMatchObject({ code: 'RATE_LIMITED' });
    for (const { id: questId } of [first, second])
      await call(moveQuest, { projectId, campaignId, questId, step: 'publish', by: 'team' }, 'publishQuest');
    await call(moveCampaign, { projectId, campaignId, step: 'activate', by: 'team' }, 'activateCampaign');
    await call(moveCampaign, { projectId, campaignId, step: 'activate', by: 'team' }, 'activateCampaign');
    await call(moveCampaign, { projectId, campaignId, step: 'deactivate', by: 'team' }, 'deactivateCampaign');
    expect(
      await refusal(call(moveCampaign, { projectId, campaignId, step: 'activate', by: 'team' }, 'activateCampaign')),
    ).toMatchObject({
      code: 'RATE_LIMITED',
    });
  });
});
