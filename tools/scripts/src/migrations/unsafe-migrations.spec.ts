import { resolve } from 'node:path';
import { EXEMPT, migrationFiles, unsafeMigrations } from './unsafe-migrations.js';
import { unsafeStatements } from './unsafe-statements.js';

const ROOT = resolve(import.meta.dirname, '../../../..');

describe('the check of migrations', () => {
  it('finds nothing in the migrations, besides those from before it', async () => {
    expect(await unsafeMigrations(ROOT)).toEqual([]);
  });

  it('exempts only files in which it finds something', async () => {
    const files = migrationFiles(ROOT);
    for (const file of EXEMPT) expect(files).toContain(file);
    const found = await Promise.all([...EXEMPT].map((file) => unsafeMigrations(ROOT, [file], new Set())));
    expect(found.filter((lines) => lines.length === 0)).toEqual([]);
  });

  it.each([
    ['ALTER TABLE quest RENAME TO task', 'renames quest to task'],
    ['ALTER TABLE quest RENAME TO task; CREATE VIEW job AS SELECT id FROM task', 'renames quest to task'],
    ['ALTER TABLE quest RENAME COLUMN slug TO path', 'renames slug to path'],
    ['DROP TABLE quest', 'drops a table'],
    ['DROP VIEW published_quest_v1', 'drops a view'],
    ['ALTER TABLE quest DROP COLUMN slug', 'drops the column slug'],
    ['ALTER TABLE quest ALTER COLUMN points TYPE bigint', 'changes the type of points'],
    ['ALTER TABLE quest ALTER COLUMN slug SET NOT NULL', 'refuses NULL in slug'],
    ['ALTER TABLE quest ALTER COLUMN points DROP DEFAULT', 'drops the default of points'],
    ['ALTER TABLE quest ADD COLUMN slug text NOT NULL', 'adds slug NOT NULL without a default'],
    ['ALTER TABLE quest ADD COLUMN at timestamptz DEFAULT clock_timestamp()', 'rewrites the table for at'],
    ['ALTER TABLE quest ADD COLUMN no bigint GENERATED ALWAYS AS IDENTITY', 'rewrites the table for no'],
    ['ALTER TABLE quest ADD COLUMN slug text UNIQUE', 'builds an index of slug'],
    ['ALTER TABLE quest ADD UNIQUE (slug)', 'builds an index while the table is locked'],
    ['DELETE FROM quest', 'empties quest'],
    ['TRUNCATE quest', 'empties a table'],
    ['LOCK TABLE quest', 'locks a table'],
    ['CREATE OR REPLACE VIEW published_quest_v1 AS SELECT id FROM quest', 'replaces a view'],
  ])('refuses %s', async (statement, reason) => {
    const [found, ...others] = await unsafeStatements(`-- A comment.\nSELECT 1;\n\n${statement};`);
    expect(found).toEqual({ line: 4, reason: expect.stringContaining(reason) as string });
    expect(others).toEqual([]);
  });

  it.each([
    'ALTER TABLE quest ADD COLUMN slug text',
    "ALTER TABLE quest ADD COLUMN slug text NOT NULL DEFAULT ''",
    'ALTER TABLE quest ADD COLUMN at timestamptz NOT NULL DEFAULT now()',
    'ALTER TABLE quest ADD CONSTRAINT positive CHECK (points > 0) NOT VALID, ALTER COLUMN slug DROP NOT NULL',
    'CREATE UNIQUE INDEX quest_slug ON quest (slug)',
    'ALTER INDEX quest_slug RENAME TO quest_path',
    'CREATE TABLE task (id uuid); ALTER TABLE task ADD COLUMN slug text NOT NULL, ADD UNIQUE (slug)',
    'DELETE FROM quest WHERE slug IS NULL',
    'CREATE VIEW published_quest_v2 AS SELECT id, slug FROM quest',
    'ALTER TABLE quest RENAME TO task; CREATE VIEW quest AS SELECT id, slug FROM task',
  ])('accepts %s', async (statement) => {
    expect(await unsafeStatements(statement)).toEqual([]);
  });
});
