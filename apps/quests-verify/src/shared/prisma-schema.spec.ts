import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestService, withColumns } from '@questp/service-kit/testing';
import { started } from '@questp/testing';
import { questsVerify } from '../service.js';

describe('the Prisma schema', () => {
  const service = started(() => startTestService(questsVerify));

  it('has every column of its tables: npx nx run docs:write-schemas', async () => {
    const schema = await readFile(join(import.meta.dirname, '../../../../prisma/schema/quests-verify.prisma'), 'utf8');
    expect(schema).toBe(await withColumns(schema, service.asOwner()));
  });
});
