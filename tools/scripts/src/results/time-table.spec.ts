import type { JestReport } from './test-results.js';
import { slowestTests, timeTable } from './time-table.js';

const file = (name: string, endTime: number, ...durations: number[]): JestReport['testResults'][number] => ({
  name: `/checkout/${name}`,
  startTime: 0,
  endTime,
  status: 'passed',
  message: '',
  assertionResults: durations.map((duration, index) => ({
    fullName: `test ${index}`,
    ancestorTitles: [],
    status: 'passed',
    failureMessages: [],
    duration,
  })),
});

const REPORTS: JestReport[] = [
  { startTime: 0, testResults: [file('libs/a/src/one.spec.ts', 4_000, 1_000)] },
  {
    startTime: 0,
    testResults: [
      file('apps/b: quizzes', 9_000, 5_000, 3_000),
      file('apps/b: tags', 1_500, 1_000),
      file('apps/b: languages', 500, 500),
    ],
  },
];

describe('timeTable', () => {
  it('says for each project and its long files what they took, outside of tests and in them, the longest first', () => {
    expect(timeTable(REPORTS, '/checkout')).toEqual([
      '      all  start-up  in tests   tests',
      '   15.0 s     4.5 s    10.5 s       5  all projects',
      '   11.0 s     1.5 s     9.5 s       4  apps/b',
      '    9.0 s     1.0 s     8.0 s       2    quizzes',
      '    2.0 s     0.5 s     1.5 s       2    2 files below 5 s',
      '    4.0 s     3.0 s     1.0 s       1  libs/a',
    ]);
  });
});

describe('slowestTests', () => {
  it('names the longest tests of all projects with their file', () => {
    expect(slowestTests(REPORTS, '/checkout', 2)).toEqual([
      '    5.0 s  apps/b: quizzes: test 0',
      '    3.0 s  apps/b: quizzes: test 1',
    ]);
  });
});
