import { insertInto, sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { startStudio } from './testing/studio.fixture.js';

describe('housekeeping', () => {
  const studio = started(startStudio);

  it('deletes expired rows and keeps all others', async () => {
    const { quest } = await studio.running();
    for (const [name, age] of [
      ['old', '9 days'],
      ['new', '1 minute'],
    ] as const) {
      const at = sql`now() - ${age}::interval`;
      const id = name === 'old' ? '00000000-0000-7000-8000-000000000001' : '00000000-0000-7000-8000-000000000002';
      await studio.db.execute(sql`
        INSERT INTO idempotency_key (scope, key, request_hash, reply, created_at) VALUES ('s', ${name}, '', '{}', ${at})`);
      await studio.db.execute(sql`INSERT INTO inbox (event_id, type, applied_at) VALUES (${id}, 't', ${at})`);
      await studio.db.execute(sql`
        INSERT INTO visit (token_hash, quest_id, user_id, complete_from, expires_at)
        VALUES (${Buffer.from(name)}, ${quest.id}, 'u', now(), ${at})`);
      await studio.db.execute(sql`
        INSERT INTO attestation (nonce, quest_id, user_id, chain_id, address, message, expires_at)
        VALUES (${name}, ${quest.id}, 'u', 'c', 'a', 'm', ${at})`);
      await studio.db.execute(sql`
        INSERT INTO code_attempt (quest_id, user_id, wrong_at)
        VALUES (${quest.id}, ${name}, ARRAY[now() - interval '9 days', ${at}])`);
      await studio.db.execute(sql`
        INSERT INTO code_address (key, used, at) VALUES (${Buffer.from(name)}, 1, ${at})`);
      await studio.db.execute(
        insertInto('verification_check', {
          id,
          projectId: quest.projectId,
          questId: quest.id,
          userId: name,
          periodKey: 'once',
          taskTypeId: quest.taskTypeId,
          ruleVersion: 1,
          trigger: 'earner',
          inputs: {},
          facts: {},
          factsHash: Buffer.alloc(32),
          outcome: 'fail',
          at: name === 'old' ? sql`now() - interval '30 days 1 minute'` : at,
        }),
      );
    }
    const decided = '00000000-0000-7000-8000-000000000003';
    const undecided = '00000000-0000-7000-8000-000000000004';
    const submissionId = '00000000-0000-7000-8000-000000000005';
    await studio.db.execute(insertInto('earner', { userId: 's' }));
    await studio.db.execute(sql`
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status, inputs)
      SELECT ${submissionId}, project_id, campaign_id, id, 's', 'once', task_type_id, method, 'rejected', '{}'
      FROM quest WHERE id = ${quest.id}`);
    for (const [id, outcome] of [
      [decided, 'fail'],
      [undecided, 'inconclusive'],
    ] as const) {
      await studio.db.execute(sql`
        INSERT INTO verification_check (id, submission_id, project_id, quest_id, user_id, period_key, task_type_id,
          rule_version, trigger, inputs, facts, facts_hash, outcome, at)
        SELECT ${id}, ${submissionId}, project_id, quest_id, 'decided', period_key, task_type_id, 1, 'recheck', '{}', '{}',
          facts_hash, ${outcome}, now() - interval '40 days'
        FROM verification_check WHERE user_id = 'old'`);
    }
    await studio.purge();
    const left = await studio.db.row(sql`
      SELECT (SELECT array_agg(key) FROM idempotency_key) AS keys, (SELECT count(*)::int FROM inbox) AS inbox,
        (SELECT count(*)::int FROM visit) AS visits, (SELECT array_agg(nonce) FROM attestation) AS nonces,
        (SELECT array_agg(user_id) FROM code_attempt) AS attempts,
        (SELECT count(*)::int FROM code_address) AS addresses,
        (SELECT array_agg(user_id ORDER BY id) FROM verification_check) AS checks`);
    const kept = ['new'];
    expect(left).toEqual({
      ...{ keys: kept, inbox: 1, visits: 1, nonces: kept, attempts: kept, addresses: 1, checks: ['new', 'decided'] },
    });
  });

  it('goes on when one purge fails', async () => {
    await studio.asOwner().execute(sql`ALTER TABLE inbox RENAME TO inbox_gone`);
    const { id } = (await studio.running()).quest;
    await studio.db.execute(sql`
      INSERT INTO code_attempt (quest_id, user_id, wrong_at)
      VALUES (${id}, 'older', ARRAY[now() - interval '2 days'])`);
    await studio.purge();
    expect(await studio.db.row(sql`SELECT 1 FROM code_attempt WHERE user_id = 'older'`)).toBeUndefined();
  });
});
