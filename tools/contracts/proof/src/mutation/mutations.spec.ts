import { readFileSync } from 'node:fs';
import { contractDirectory } from '@questp/contract-build';
import { MUTATIONS } from './mutations.js';

describe('the deliberate faults', () => {
  it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
    'match the source exactly once: %s',
    (_, { file, find, replace }) => {
      expect(readFileSync(contractDirectory(file), 'utf8').split(find)).toHaveLength(2);
      expect(replace).not.toBe(find);
    },
  );

  it('have unique names', () => {
    expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
  });
});
