import { bySuite, countTests, failures, type JestReport } from './test-results.js';

const file = (status: string, ...tests: [title: string, status: string][]): JestReport['testResults'][number] => ({
  name: 'x.spec.ts',
  startTime: 0,
  endTime: 0,
  status,
  message: '',
  assertionResults: tests.map(([title, testStatus]) => ({
    fullName: `${title} works`,
    ancestorTitles: [title],
    status: testStatus,
    failureMessages: testStatus === 'failed' ? ['Error: 1 is not 2'] : [],
  })),
});

const report = (...testResults: JestReport['testResults']): JestReport => ({ startTime: 0, testResults });

describe('countTests', () => {
  it('adds up the tests of all projects', () => {
    const reports = [
      report(file('passed', ['a', 'passed'], ['b', 'passed'])),
      report(file('failed', ['c', 'passed'], ['d', 'failed'])),
    ];
    expect(countTests(reports)).toEqual({ passed: 3, failed: 1, notRun: [], notRunHere: [] });
  });

  it('counts a file that crashed before it reported a test as one failed', () => {
    expect(countTests([report(file('failed'))])).toEqual({ passed: 0, failed: 1, notRun: [], notRunHere: [] });
    expect(countTests([report(file('failed', ['a', 'passed']))])).toEqual({
      passed: 1,
      failed: 1,
      notRun: [],
      notRunHere: [],
    });
  });

  it('names a suite that could not run once, and every test that was skipped for no reason', () => {
    const missing = 'the chain [not run: there is no Go]';
    const tests = file('passed', [missing, 'pending'], [missing, 'pending'], ['quiz', 'pending'], ['a', 'passed']);
    expect(countTests([report(tests)])).toEqual({
      passed: 1,
      failed: 0,
      notRun: ['the chain: there is no Go', 'quiz works: skipped'],
      notRunHere: [],
    });
  });

  it('names apart the suite that not every machine has to run, and only when it says why', () => {
    const missing = 'the platform in containers [not run: only root starts them]';
    const skipped = file('passed', [missing, 'pending'], ['a crash', 'pending']);
    const name = '/checkout/tools/e2e/src/containers/containers.proof.spec.ts';
    expect(countTests([report({ ...skipped, name }, { ...skipped, name: `${name}.spec.ts` })])).toEqual({
      passed: 0,
      failed: 0,
      notRun: ['a crash works: skipped', 'the platform in containers: only root starts them'],
      notRunHere: ['the platform in containers: only root starts them'],
    });
  });
});

describe('failures', () => {
  it('names each test that failed, or a file that crashed, with what Jest says', () => {
    const crashed = { ...file('failed'), name: '/checkout/b.spec.ts', message: Array(99).fill('at').join('\n') };
    const failed = { ...file('failed', ['a', 'passed'], ['d', 'failed']), name: '/checkout/a.spec.ts' };
    const [first, second] = failures([report(failed, file('passed', ['a', 'passed'])), report(crashed)], '/checkout');
    expect(first).toBe('a.spec.ts: d works\n    Error: 1 is not 2');
    expect(second).toMatch(/^b.spec.ts: the file itself(\n {4}at){12}$/);
  });
});

describe('bySuite', () => {
  const shared = (...tests: Parameters<typeof file>) => ({
    ...file(...tests),
    name: '/checkout/libs/testing/src/one-context/every-spec.ts',
  });

  it('reports tests that ran in one context as a file for each describe, with the time of its tests, and their start-up', () => {
    const one = { ...shared('failed', ['quiz', 'passed'], ['review', 'failed'], ['quiz', 'passed']), endTime: 5_000 };
    for (const test of one.assertionResults) test.duration = 700;
    const results = bySuite(report(one, file('passed', ['a', 'passed'])), '/checkout/apps/a');
    expect(countTests([results])).toEqual({ passed: 3, failed: 1, notRun: [], notRunHere: [] });
    expect(failures([results], '/checkout')).toEqual(['apps/a: review: review works\n    Error: 1 is not 2']);
    expect(results.testResults.slice(0, 3).map(({ name, endTime }) => [name, endTime])).toEqual([
      ['/checkout/apps/a: quiz', 1_400],
      ['/checkout/apps/a: review', 700],
      ['/checkout/apps/a: start-up', 2_900],
    ]);
  });

  it('counts one that crashed before it reported a test as one failed', () => {
    const results = bySuite(report(shared('failed')), '/checkout/apps/a');
    expect(countTests([results])).toEqual({ passed: 0, failed: 1, notRun: [], notRunHere: [] });
    expect(failures([results], '/checkout')[0]).toMatch(/^apps\/a: the file itself/);
  });
});
