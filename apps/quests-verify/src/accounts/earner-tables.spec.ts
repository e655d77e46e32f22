import { sql } from '@questp/postgres';
import { startStudio } from '../testing/studio.fixture.js';
import { EARNER_TABLES } from './earner-tables.js';

describe('tables per earner', () => {
  it('are registered with what becomes of their rows when accounts end, every one of them', async () => {
    const studio = await startStudio();
    try {
      const tables = await studio.asOwner().rows<{ name: string }>(sql`
        SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables
          USING (table_schema, table_name)
        WHERE table_schema = current_schema() AND column_name IN ('user_id', 'earner_id') AND table_type = 'BASE TABLE'`);
      expect(EARNER_TABLES.map(({ name }) => name).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    } finally {
      await studio.stop();
    }
  });
});
