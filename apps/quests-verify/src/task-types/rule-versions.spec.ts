import { casesOf } from '../testing/rule-cases.fixture.js';
import type { Outcome } from '../catalog/definition/outcome.js';
import type { AvailableTaskType } from '../catalog/definition/task-type.js';
import { TASK_TYPES } from './index.js';

const AVAILABLE = TASK_TYPES.all.flatMap((type) => (type.available ? [type] : []));

/** The outcome without its words. */
const inShort = ({ kind, ...outcome }: Outcome): string =>
  'code' in outcome ? outcome.code : [kind, ...Object.entries(outcome).map((entry) => JSON.stringify(entry))].join(' ');

/** Cases by outcome. */
function outcomesOf(type: AvailableTaskType): Record<string, string[]> {
  const cases: Record<string, string[]> = {};
  for (const { name, config, inputs, facts } of casesOf(type)) {
    (cases[inShort(type.rule(config, inputs, facts))] ??= []).push(name);
  }
  return cases;
}

describe('a rule', () => {
  /**
   * A receipt names the version of its rule. When an outcome changes, raise `ruleVersion` of the type; `jest -u` then
   * replaces the outcomes of the former version.
   */
  it.each(AVAILABLE.map((type) => [type.id, type.ruleVersion ?? 1, type] as const))(
    '%s of version %s decides as recorded',
    (_id, _version, type) => {
      expect(outcomesOf(type)).toMatchSnapshot();
    },
  );
});
