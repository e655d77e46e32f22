import { getTaskType, listTaskTypes, setTaskTypeEnabled } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { anAdminId, refusal, startStudio } from '../../testing/studio.fixture.js';
import { TASK_TYPES } from '../../task-types/index.js';

describe('task type catalog', () => {
  const studio = started(startStudio);

  const ids = async (request: object) =>
    (await studio.call(listTaskTypes, { includeDisabled: false, ...request })).items.map(({ id }) => id);

  it('shows every type with its switch', async () => {
    const { items } = await studio.call(listTaskTypes, { includeDisabled: false });
    expect(items.map(({ id }) => id)).toEqual(TASK_TYPES.all.map(({ id }) => id));
    expect(items.every(({ enabled }) => enabled)).toBe(true);
    expect(items.every(({ available, unavailableReason }) => available === (unavailableReason === null))).toBe(true);
  });

  it('shows schemas with patterns that every program reads, and the other rules in words', async () => {
    const { items } = await studio.call(listTaskTypes, { includeDisabled: false });
    const schemas = JSON.stringify(items.map(({ configSchema, inputSchema }) => [configSchema, inputSchema]));
    expect(schemas).toContain('The question. Must be one line with visible text, without hidden characters.');
    expect(schemas).toContain('"pattern":"^');
    expect(schemas).not.toContain('undefined');
    expect(schemas).not.toMatch(/\\\\[pu]|\(\?[=!<]/);
  });

  it('filters by category and availability', async () => {
    const { items } = await studio.call(listTaskTypes, { category: 'learn', available: true, includeDisabled: false });
    expect(items.map(({ id }) => id)).toContain('learn_quiz');
    expect(items.every(({ category, available }) => category === 'learn' && available)).toBe(true);
  });

  it('hides what a super admin switched off, except from operators, until it is switched on', async () => {
    const taskTypeId = 'learn_quiz';
    const set = (enabled: boolean) => studio.call(setTaskTypeEnabled, { taskTypeId, enabled, adminId: anAdminId() });
    expect(await set(false)).toMatchObject({ id: taskTypeId, enabled: false });
    expect(await set(false)).toMatchObject({ enabled: false });
    expect(await ids({})).not.toContain(taskTypeId);
    expect(await ids({ includeDisabled: true })).toContain(taskTypeId);
    expect(await studio.call(getTaskType, { taskTypeId })).toMatchObject({ id: taskTypeId, enabled: false });
    expect(await set(true)).toMatchObject({ enabled: true });
    expect(await studio.call(getTaskType, { taskTypeId })).toMatchObject({ enabled: true });
  });

  it('records one event per change of a switch, with the operator who made it', async () => {
    const taskTypeId = 'custom_form';
    const [adminId, client] = [anAdminId(), { ip: '203.0.113.7', userAgent: 'Console/1' }];
    const set = (enabled: boolean) => studio.call(setTaskTypeEnabled, { taskTypeId, enabled, adminId, client });
    for (const enabled of [false, false, true]) await set(enabled);
    const events = await studio.db.rows(
      sql`SELECT type, data FROM outbox WHERE aggregate_id = ${taskTypeId} ORDER BY seq`,
    );
    const type = 'task_type.switched';
    expect(events).toEqual([false, true].map((enabled) => ({ type, data: { taskTypeId, enabled, adminId, client } })));
  });

  it('does not know other types', async () => {
    // A member that every object has.
    const taskTypeId = 'constructor';
    expect(await refusal(studio.call(getTaskType, { taskTypeId }))).toEqual({ code: 'NOT_FOUND' });
    const set = studio.call(setTaskTypeEnabled, { taskTypeId, enabled: true, adminId: anAdminId() });
    expect(await refusal(set)).toEqual({ code: 'NOT_FOUND' });
  });
});
