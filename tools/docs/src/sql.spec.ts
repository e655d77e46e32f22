import { join } from 'node:path';
import { sqlFiles } from './sql.js';
import { readsWholeRow, tableNames, wholeRows } from './whole-rows.js';

const files = sqlFiles(join(import.meta.dirname, '../../..'));

/** The entries of a service's file, without its header. */
const entriesOf = (service: string) =>
  (files[`docs/reference/sql/${service}.sql`] ?? '').split(/^-- (?=\S+\.ts: )/mu).flatMap((entry) => {
    const [, path, owner, text] = /^(\S+): (.*)\n([^]*)$/u.exec(entry) ?? [];
    return path === undefined || owner === undefined || text === undefined ? [] : [{ path, owner, text }];
  });

/** Where quests-verify writes to a table. */
const writersOf = (table: string): string[] => {
  const writes = new RegExp(`\\b(?:INSERT INTO|UPDATE|DELETE FROM)\\s+${table}(?![\\w.])`, 'iu');
  return entriesOf('quests-verify').flatMap(({ path, owner, text }) =>
    writes.test(text) ? [`${path}: ${owner}`] : [],
  );
};

describe('the statements of all services', () => {
  it('read `*` of no table', () => {
    expect(wholeRows(files, tableNames(join(import.meta.dirname, '../../..')))).toEqual([]);
  });
});

describe('the check for `*` of a table', () => {
  const tables = new Set(['quest', 'campaign']);

  it.each([
    'SELECT * FROM quest',
    'SELECT *, ${sortKey} FROM quest WHERE ${join(conditions, ` AND `)}',
    'SELECT q.*, c.slug FROM campaign c JOIN quest AS q ON q.campaign_id = c.id',
    'SELECT c.slug, q.* FROM campaign c, quest q',
    'INSERT INTO quest (id) VALUES (${newId()}) ON CONFLICT DO NOTHING RETURNING *',
    'UPDATE quest q SET slug = ${slug} RETURNING q.id, q.*, now() AS now',
    'WITH gone AS (DELETE FROM quest WHERE id = ${id} RETURNING *) SELECT id FROM gone',
    'SELECT id FROM (SELECT * FROM quest WHERE id = ${id}) q',
    'SELECT * FROM ${table} s',
  ])('refuses %s', (statement) => {
    expect(readsWholeRow(statement, tables)).toBe(true);
  });

  it.each([
    'SELECT count(*) FROM quest',
    'SELECT 2 * points AS twice, points*2 FROM quest',
    'SELECT * FROM unnest(${ids}::uuid[]) AS quests (id)',
    'SELECT told.* FROM unnest(${ids.map(({ id }) => id)}::uuid[]) AS told (id), quest q',
    'WITH picked AS (SELECT id FROM quest) SELECT * FROM picked',
    'SELECT *, row_number() OVER (ORDER BY id) FROM (SELECT id FROM quest) named',
    "SELECT id FROM quest WHERE slug = 'SELECT * FROM quest'",
    'SELECT * FROM quests.published_quest_v1',
  ])('accepts %s', (statement) => {
    expect(readsWholeRow(statement, tables)).toBe(false);
  });
});

describe('the statements of quests-verify', () => {
  it.each(['submission', 'submission_step', 'points_ledger', 'standing', 'review_call', 'outbox'])(
    'write %s in ledger/credits alone',
    (table) => {
      const writers = writersOf(table);
      const elsewhere = writers.filter((writer) => !writer.startsWith('ledger/credits/'));
      expect(writers.length).toBeGreaterThan(elsewhere.length);
      expect(new Set(elsewhere)).toEqual(new Set(ELSEWHERE[table]));
    },
  );

  it('write to tables whose name is not in them in one place', () => {
    expect(new Set(writersOf('\\$\\{.*'))).toEqual(new Set(NAMELESS));
  });

  it('have the parts of other files in them', () => {
    expect(entriesOf('quests-verify')).toContainEqual({
      path: 'review/decisions/listed.repository.ts',
      owner: 'ListedRepository.lock',
      text: "SELECT shared_lock('campaign ' || ${campaignId}::text)\n\n",
    });
  });
});

const ELSEWHERE: Partial<Record<string, string[]>> = {
  // Whether the earner is shown, which follows the status of the account.
  standing: ['people/earners/earners.repository.ts: EarnersRepository.show'],
  review_call: ['review/reminders/review-calls.repository.ts: ReviewCallsRepository.take'],
};

const NAMELESS = [
  'people/earners/earner-tables.ts: forgetEarner',
  'people/earners/earner-tables.ts: followSubmission',
  'people/earners/earner-tables.ts: forgetAttempts',
  'people/earners/earner-tables.ts: purgesOf',
];
