import type { Caller } from '@questp/messages/access';
import type { RequestOf } from '@questp/messages/language';
import {
  archiveProject,
  bulkReview,
  createCampaign,
  createProject,
  createQuest,
  listProjectAuditLog,
  moveCampaign,
  moveQuest,
  orderQuests,
  resetAttempts,
  reverseSubmission,
  reviewSubmission,
  updateCampaign,
  updateMember,
  updateProject,
  updateQuest,
  type ProjectAuditEntry,
} from '@questp/messages/quests';
import type { EventTypes } from '@questp/messages/tables';
import { newId, sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { EndDueCampaigns } from '../campaigns/end-due-campaigns.js';
import { IntegrationEvents } from './integration-events.js';
import { allPages, anAdminId, aSlug, aUserId, refusal, startStudio } from '../../testing/studio.fixture.js';

describe('the audit log of a project', () => {
  const studio = started(startStudio);

  const by = (operation: string, userId: string): Caller => ({
    operation,
    principal: { family: 'user', userId, sessionId: newId(), status: 'active' },
  });
  const entries = (projectId: string, filter: Partial<RequestOf<typeof listProjectAuditLog>> = {}) =>
    allPages<ProjectAuditEntry>((cursor) =>
      studio.call(listProjectAuditLog, { projectId, limit: 4, ...filter, ...(cursor && { cursor }) }),
    );
  const actions = async (projectId: string, filter: Partial<RequestOf<typeof listProjectAuditLog>> = {}) =>
    (await entries(projectId, filter)).map(({ action }) => action);

  it('has who did what to what, newest first, and is found by each of them', async () => {
    const [userId, second] = [aUserId(), aUserId()];
    await studio.db.execute(sql`INSERT INTO earner (user_id, username) VALUES (${userId}, 'luna_1')`);
    const draft = { slug: aSlug(), name: 'Moon', userId };
    const { id: projectId } = await studio.call(createProject, draft, by('createProject', userId));
    await studio.db.execute(
      sql`INSERT INTO project_member (project_id, user_id, role) VALUES (${projectId}, ${second}, 'project_moderator')`,
    );
    await studio.call(updateProject, { projectId, name: 'Sun', slug: draft.slug }, by('updateProject', userId));
    const promote = { projectId, userId: second, role: 'project_admin' } as const;
    await studio.call(updateMember, promote, by('updateMember', userId));
    const campaign = await studio.call(
      createCampaign,
      { projectId, slug: aSlug(), title: 'Launch' },
      by('createCampaign', second),
    );
    const place = { projectId, campaignId: campaign.id };
    const newQuest = { ...place, slug: aSlug(), title: 'Code', points: 5, taskTypeId: 'engagement_secret_code' };
    const quest = await studio.call(
      createQuest,
      { ...newQuest, config: { code: 'SECRET-MARKER' } },
      by('createQuest', userId),
    );
    const questPlace = { ...place, questId: quest.id };
    await studio.call(
      updateQuest,
      { ...questPlace, title: 'Code', points: 6, config: { code: 'OTHER-MARKER' } },
      by('updateQuest', userId),
    );
    await studio.call(moveQuest, { ...questPlace, step: 'publish', by: 'team' }, by('publishQuest', userId));
    await studio.call(moveQuest, { ...questPlace, step: 'publish', by: 'team' }, by('publishQuest', userId));
    await studio.call(orderQuests, { ...place, questIds: [quest.id] }, by('orderQuests', userId));
    await studio.call(moveCampaign, { ...place, step: 'activate', by: 'team' }, by('activateCampaign', second));

    const all = await entries(projectId);
    expect(all.map(({ action, actor, subjectId }) => [action, actor.userId, subjectId])).toEqual([
      ['campaign.activated', second, campaign.id],
      ['campaign.quests_ordered', userId, campaign.id],
      ['quest.published', userId, quest.id],
      ['quest.updated', userId, quest.id],
      ['quest.created', userId, quest.id],
      ['campaign.created', second, campaign.id],
      ['member.role_changed', userId, second],
      ['project.updated', userId, projectId],
      ['project.created', userId, projectId],
    ]);
    expect(all.at(-1)?.actor).toEqual({ type: 'user', userId, username: 'luna_1', displayName: null });
    expect(all[3]?.details).toEqual({ title: 'Code', campaignId: campaign.id, changed: ['points', 'config'] });
    expect(all[7]?.details).toEqual({ title: 'Moon', changed: ['name'] });
    expect(JSON.stringify(all)).not.toContain('MARKER');

    expect(await actions(projectId, { actorId: second })).toEqual(['campaign.activated', 'campaign.created']);
    expect(await actions(projectId, { subjectId: second })).toEqual(['member.role_changed']);
    expect(await actions(projectId, { action: 'quest.created' })).toEqual(['quest.created']);
    const [newest, older] = [all[0] as ProjectAuditEntry, all[1] as ProjectAuditEntry];
    expect(await actions(projectId, { from: newest.at })).toContain('campaign.activated');
    expect(await actions(projectId, { to: older.at })).not.toContain('campaign.activated');
    expect(await actions((await studio.newProject()).id)).toEqual(['project.created']);
  });

  it('has the reasons of reviewers and resets, and who it was for, the platform without a name', async () => {
    const userId = aUserId();
    const { project, quest } = await studio.running({}, userId);
    const earner = aUserId();
    const [one, two, three] = [
      await studio.submit(quest, earner, 'in_review', '2026-01-01'),
      await studio.submit(quest, earner, 'in_review', '2026-01-02'),
      await studio.submit(quest, earner, 'in_review', '2026-01-03'),
    ];
    const team = { projectId: project.id, by: 'team', reviewerId: userId } as const;
    const reject = { ...team, submissionId: one, decision: 'reject', reason: 'Too short' } as const;
    await studio.call(reviewSubmission, reject, by('rejectSubmission', userId));
    await studio.call(reviewSubmission, reject, by('rejectSubmission', userId));
    const items = [{ submissionId: two, decision: 'approve' }] as const;
    await studio.call(bulkReview, { ...team, items: [...items] }, by('bulkReview', userId));
    await studio.call(
      reverseSubmission,
      { ...team, submissionId: two, reason: 'Farmed' },
      by('reverseSubmission', userId),
    );
    const adminId = anAdminId();
    await studio.call(
      reviewSubmission,
      { projectId: null, by: 'platform', reviewerId: adminId, submissionId: three, decision: 'approve' },
      {
        operation: 'adminApproveSubmission',
        principal: {
          family: 'admin',
          adminId,
          sessionId: newId(),
          role: 'super_admin',
          signedInAt: new Date().toISOString(),
          mustChangePassword: false,
          mustEnableTwoFactor: false,
        },
      },
    );
    await studio.db.execute(sql`INSERT INTO quiz_progress VALUES (${quest.id}, ${earner}, 3, now(), NULL, false)`);
    await studio.call(
      resetAttempts,
      {
        projectId: project.id,
        campaignId: quest.campaignId,
        questId: quest.id,
        userId: earner,
        reason: 'The page hung',
      },
      by('resetAttempts', userId),
    );
    const seen = (await entries(project.id)).slice(0, 5);
    expect(seen.map(({ action, actor, details }) => [action, actor.type, actor.userId, details['reason']])).toEqual([
      ['quest.attempts_reset', 'user', userId, 'The page hung'],
      ['submission.approved', 'operator', null, null],
      ['submission.reversed', 'user', userId, 'Farmed'],
      ['submission.approved', 'user', userId, null],
      ['submission.rejected', 'user', userId, 'Too short'],
    ]);
    expect(seen.every(({ details }) => details['userId'] === earner)).toBe(true);
    expect(JSON.stringify(seen)).not.toContain(adminId);
  });

  it('has what time did, and nothing of what was refused or changed nothing', async () => {
    const { project, campaign } = await studio.running({ endsAt: '2030-01-01T00:00:00.000Z' });
    const before = (await actions(project.id)).length;
    const place = { projectId: project.id, campaignId: campaign.id };
    expect(await refusal(studio.call(moveCampaign, { ...place, step: 'archive' }))).toEqual({
      code: 'INVALID_TRANSITION',
    });
    await studio.call(updateCampaign, { ...place, title: campaign.title });
    expect(await actions(project.id)).toHaveLength(before);
    await studio.db.execute(
      sql`UPDATE campaign SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' WHERE id = ${campaign.id}`,
    );
    await studio.get(EndDueCampaigns).endSome();
    const [ended] = await entries(project.id);
    expect(ended).toMatchObject({
      action: 'campaign.ended',
      actor: { type: 'system', userId: null, username: null, displayName: null },
      details: { title: campaign.title },
    });
    await studio.call(archiveProject, { projectId: project.id });
    expect(await actions(project.id, { action: 'project.archived' })).toHaveLength(1);
  });

  it('has what was done with what others keep for the project, by a person or by itself', async () => {
    const { id: projectId } = await studio.newProject();
    const userId = aUserId();
    const details = { provider: 'codehost', accountId: '583231', name: 'octocat' };
    const deliver = (data: EventTypes['project.integration_changed']) =>
      studio.deliver(IntegrationEvents, 'project.integration_changed', data);
    await deliver({ projectId, action: 'connection.added', details, userId });
    await deliver({ projectId, action: 'connection.removed', details, userId: null });
    expect((await entries(projectId)).slice(0, 2)).toMatchObject([
      { action: 'connection.removed', actor: { type: 'system', userId: null }, subjectId: projectId, details },
      { action: 'connection.added', actor: { type: 'user', userId }, subjectId: projectId, details },
    ]);
  });

  it('has lost connections, of which the team is notified, but not the member who removed one', async () => {
    const owner = aUserId();
    const { id: projectId } = await studio.newProject({ userId: owner });
    const deliver = (action: EventTypes['project.integration_changed']['action'], userId: string | null) => {
      const data = { projectId, action, details: { provider: 'codehost' }, userId };
      return studio.deliver(IntegrationEvents, 'project.integration_changed', data);
    };
    await deliver('connection.added', owner);
    await deliver('connection.refused', null);
    await deliver('connection.removed', owner);
    const about = { projectId, provider: 'codehost' };
    expect(await studio.events('project.connection_lost', projectId)).toMatchObject([
      { ...about, end: 'refused', userIds: [owner] },
      { ...about, end: 'removed', userIds: [] },
    ]);
    await studio.call(archiveProject, { projectId });
    await deliver('connection.removed', null);
    expect(await studio.events('project.connection_lost', projectId)).toHaveLength(2);
  });

  it('is not changed by anybody', async () => {
    for (const statement of [
      sql`UPDATE project_audit_log SET action = 'x'`,
      sql`DELETE FROM project_audit_log`,
      sql`TRUNCATE project_audit_log`,
    ]) {
      await expect(studio.asOwner().execute(statement)).rejects.toThrow('append-only');
    }
  });

  it('is read by an index, whatever the filter', async () => {
    const project = await studio.newProject();
    await studio.asOwner().execute(sql`
      INSERT INTO project_audit_log (id, project_id, action, actor_type, actor_id, subject_id)
      SELECT gen_random_uuid(), ${project.id}, 'quest.updated', 'user', 'u' || n % 50, 's' || n % 500
      FROM generate_series(1, 5000) AS n`);
    await studio.asOwner().execute(sql`ANALYZE project_audit_log`);
    for (const filter of [sql`true`, sql`action = 'quest.created'`, sql`actor_id = 'u7'`, sql`subject_id = 's7'`]) {
      const plan = await studio.asOwner().rows(sql`
        EXPLAIN SELECT * FROM project_audit_log WHERE project_id = ${project.id} AND ${filter} ORDER BY id DESC LIMIT 31`);
      expect(JSON.stringify(plan)).not.toMatch(/Seq Scan|"QUERY PLAN":"Sort/);
    }
  });
});
