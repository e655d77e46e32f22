import { integer, line, NOTHING, object, withDefault } from './json-schema.js';
import { defineTaskType, ONCE } from './task-type.js';

describe('a task type', () => {
  it('compiles only with a rule that reads members of its schemas and facts that it asks for', () => {
    const parts = {
      id: 'test',
      name: 'Test',
      category: 'custom',
      automation: { level: 'automatic' },
      methods: ['manual'],
      periods: ONCE,
      config: object({ least: withDefault(integer('Least.', 0, 9), 1), hint: line('Hint.', 9) }),
      inputs: NOTHING,
      available: true,
      exampleConfig: {},
      exampleInputs: {},
    } as const;
    const rule = defineTaskType({
      ...parts,
      facts: { wallets: () => ({ on: undefined }) },
      rule({ least, hint }, _inputs, { wallets }) {
        const [number, text]: [number, string | undefined] = [least, hint];
        return wallets.length >= number + Number(text ?? 0) ? { kind: 'pass' } : { kind: 'review' };
      },
    });
    expect(rule.available).toBe(true);
    const passIf = (value: unknown) => ({ kind: value === 9 ? 'pass' : 'review' }) as const;
    // @ts-expect-error No source is asked for the visit.
    defineTaskType({ ...parts, facts: {}, rule: (_config, _inputs, { visit }) => passIf(visit) });
    // @ts-expect-error The schema has no such member.
    defineTaskType({ ...parts, facts: {}, rule: ({ most }) => passIf(most) });
  });
});
