import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { casesOf } from '../testing/rule-cases.fixture.js';
import { isReplacedByReview, NO_FACTS } from '../catalog/definition/facts.js';
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

const FILE = join(import.meta.dirname, 'rule-outcomes.json');
const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Record<string, string[]>>;
const VERSIONS = AVAILABLE.map((type) => [`${type.id} version ${type.ruleVersion ?? 1}`, type] as const);

/**
 * A receipt names the version of its rule. When an outcome changes, raise `ruleVersion` of the type, and run this spec
 * with RECORD_RULE_OUTCOMES=1 to record the outcomes of the new version.
 */
describe('rules', () => {
  if (process.env['RECORD_RULE_OUTCOMES'] === '1') {
    const all = Object.fromEntries(VERSIONS.map(([name, type]) => [name, outcomesOf(type)]));
    writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
    Object.assign(recorded, all);
  }

  it.each(VERSIONS)('%s decides as recorded', (name, type) => {
    expect(outcomesOf(type)).toEqual(recorded[name]);
  });

  it.each(AVAILABLE.filter(({ facts }) => Object.keys(facts).length > 0).map((type) => [type.id, type] as const))(
    '%s passes no attempt whose facts were not gathered',
    (_, type) => {
      const none = { ...NO_FACTS, now: new Date(), startsAt: null, endsAt: null };
      const isChecked = Object.keys(type.facts).some(isReplacedByReview);
      const isReviewed =
        ((type.facts.evidence ?? type.facts.submittedPage) !== undefined && !isChecked) ||
        type.automation.level === 'review';
      expect(type.rule(type.exampleConfig, type.exampleInputs, none).kind).toBe(isReviewed ? 'review' : 'fail');
    },
  );

  it('have no records of versions that are gone', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(VERSIONS.map(([name]) => name).toSorted());
  });
});
