import { countTests, type JestReport } from './test-results.js';

const file = (status: string, ...tests: [title: string, status: string][]): JestReport['testResults'][number] => ({
  name: 'x.spec.ts',
  status,
  message: '',
  assertionResults: tests.map(([title, testStatus]) => ({
    fullName: `${title} works`,
    ancestorTitles: [title],
    status: testStatus,
  })),
});

describe('countTests', () => {
  it('adds up the tests of all projects', () => {
    const reports = [
      { testResults: [file('passed', ['a', 'passed'], ['b', 'passed'])] },
      { testResults: [file('failed', ['c', 'passed'], ['d', 'failed'])] },
    ];
    expect(countTests(reports)).toEqual({ passed: 3, failed: 1, notRun: [] });
  });

  it('counts a file that crashed before it reported a test as one failed', () => {
    expect(countTests([{ testResults: [file('failed')] }])).toEqual({ passed: 0, failed: 1, notRun: [] });
    expect(countTests([{ testResults: [file('failed', ['a', 'passed'])] }])).toEqual({
      passed: 1,
      failed: 1,
      notRun: [],
    });
  });

  it('names a suite that could not run once, and every test that was skipped for no reason', () => {
    const missing = 'the chain [not run: there is no Go]';
    const report = {
      testResults: [file('passed', [missing, 'pending'], [missing, 'pending'], ['quiz', 'pending'], ['a', 'passed'])],
    };
    expect(countTests([report])).toEqual({
      passed: 1,
      failed: 0,
      notRun: ['the chain: there is no Go', 'quiz works: skipped'],
    });
  });
});
