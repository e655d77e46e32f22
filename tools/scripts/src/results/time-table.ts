import { relative } from 'node:path';
import type { JestReport } from './test-results.js';

/** Files below it are counted in one line per project. */
const MIN_FILE_SECONDS = 5;

interface Time {
  name: string;
  /** Seconds until the last test ended, and of them those outside of tests: loading, `beforeAll`, `afterAll`. */
  all: number;
  startUp: number;
  tests: number;
}

/** `<all>  <start-up>  <in tests>  <count>  <project>` for each project, with its longest files below it. */
export function timeTable(reports: JestReport[], root: string): string[] {
  const files = timesOfFiles(reports, root);
  const rows = [...new Set(files.map(({ name }) => projectOf(name)))].map((name) => {
    const own = files.filter((file) => projectOf(file.name) === name).sort(longestFirst);
    return { total: sum(name, own), own };
  });
  const sorted = rows.sort((a, b) => longestFirst(a.total, b.total));
  return [
    '      all  start-up  in tests   tests',
    row(sum('all projects', files)),
    ...sorted.flatMap(({ total, own }) => {
      const long = own.filter(({ all }) => all >= MIN_FILE_SECONDS);
      const short = own.slice(long.length);
      const rest = short.length === 0 ? [] : [sum(`${short.length} files below ${MIN_FILE_SECONDS} s`, short)];
      const below = [...long, ...rest].map((time) => ({ ...time, name: `  ${withoutProject(time.name, total.name)}` }));
      return [row(total), ...(own.length === 1 ? [] : below.map(row))];
    }),
  ];
}

/** `<seconds>  <file below the root>: <test>` of the tests that took longest, the longest first. */
export function slowestTests(reports: JestReport[], root: string, count: number): string[] {
  return reports
    .flatMap(({ testResults }) => testResults)
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ test: `${relative(root, name)}: ${fullName}`, duration })),
    )
    .sort((a, b) => (b.duration ?? 0) - (a.duration ?? 0))
    .slice(0, count)
    .map(({ test, duration }) => `${seconds((duration ?? 0) / 1_000)} s  ${test}`);
}

const timesOfFiles = (reports: JestReport[], root: string): Time[] =>
  reports
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime, assertionResults }) => {
      const inTests = assertionResults.reduce((total, { duration }) => total + (duration ?? 0), 0);
      return {
        name: relative(root, name),
        all: (endTime - startTime) / 1_000,
        startUp: Math.max(0, endTime - startTime - inTests) / 1_000,
        tests: assertionResults.length,
      };
    });

/** `apps/gateway` of `apps/gateway/src/a.spec.ts` and of `apps/gateway: quests`, as suites of one context are named. */
const projectOf = (file: string): string => file.split(/\/src\/|: /)[0] as string;

const withoutProject = (file: string, project: string): string =>
  file.startsWith(project) ? file.slice(project.length).replace(/^(\/src\/|: )/, '') : file;

const sum = (name: string, times: readonly Time[]): Time => ({
  name,
  all: times.reduce((total, { all }) => total + all, 0),
  startUp: times.reduce((total, { startUp }) => total + startUp, 0),
  tests: times.reduce((total, { tests }) => total + tests, 0),
});

const longestFirst = (a: Time, b: Time): number => b.all - a.all;

const seconds = (value: number): string => value.toFixed(1).padStart(7);

const row = ({ name, all, startUp, tests }: Time): string =>
  `${seconds(all)} s ${seconds(startUp)} s ${seconds(all - startUp)} s ${String(tests).padStart(7)}  ${name}`;
