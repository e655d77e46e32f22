import { relative } from 'node:path';

/** The part of Jest's JSON report that is counted (jestjs.io/docs/cli#--json). */
export interface JestReport {
  /** When the run began, in ms since 1970. */
  startTime: number;
  testResults: {
    /** Path of the file. */
    name: string;
    status: string;
    /** In ms since 1970. */
    startTime: number;
    endTime: number;
    message: string;
    assertionResults: {
      fullName: string;
      ancestorTitles: string[];
      status: string;
      failureMessages: string[];
      /** In ms. */
      duration?: number | null;
    }[];
  }[];
}

const SHARED_CONTEXT = /one-context\/every-spec\.ts$/;

/**
 * Reports tests that ran in one context as if each outermost `describe` were a file of the project, which took as long
 * as its tests; the rest of the time is a file without tests.
 */
export function bySuite(report: JestReport, project: string): JestReport {
  const testResults = report.testResults.flatMap((file) => {
    if (!SHARED_CONTEXT.test(file.name)) return [file];
    const titles = [...new Set(file.assertionResults.map(({ ancestorTitles }) => ancestorTitles[0] ?? ''))];
    const failed = file.assertionResults.some(({ status }) => status === 'failed');
    const crashed = file.status === 'failed' && !failed ? [{ ...file, name: project, assertionResults: [] }] : [];
    const suites = titles.map((title) => {
      const tests = file.assertionResults.filter(({ ancestorTitles }) => (ancestorTitles[0] ?? '') === title);
      const took = tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
      const status = tests.some((test) => test.status === 'failed') ? 'failed' : 'passed';
      return { ...file, name: `${project}: ${title}`, status, endTime: file.startTime + took, assertionResults: tests };
    });
    const inTests = suites.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
    const startUp = { ...file, name: `${project}: start-up`, status: 'passed', assertionResults: [] };
    return [...crashed, ...suites, { ...startUp, endTime: Math.max(file.startTime, file.endTime - inTests) }];
  });
  return { ...report, testResults };
}

export interface Totals {
  passed: number;
  failed: number;
  /** `<name>: <why>` of what was skipped, once per suite. */
  notRun: string[];
  /** The same of suites that not every machine has to run. */
  notRunHere: string[];
}

/** Suites that need more of a machine than the product does, such as root: they pass where they can be run. */
const NOT_EVERYWHERE = ['tools/e2e/src/containers/containers.proof.spec.ts'];

const MISSING = / \[not run: (.*)\]$/;

/** Counts tests. A file that failed without a failed test, which is one that crashed, counts as one failed. */
export function countTests(reports: JestReport[]): Totals {
  const files = reports.flatMap(({ testResults }) => testResults);
  const statuses = files.flatMap((file) => {
    const own = file.assertionResults.map(({ status }) => status);
    return file.status === 'failed' && !own.includes('failed') ? [...own, 'failed'] : own;
  });
  const skipped = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ ancestorTitles, fullName }) => {
        const why = whyNotRun(ancestorTitles);
        const isAllowed = why !== undefined && NOT_EVERYWHERE.some((spec) => name.endsWith(`/${spec}`));
        return { text: why ?? `${fullName}: skipped`, isAllowed };
      }),
  );
  const texts = (allowed: boolean) => [
    ...new Set(skipped.flatMap(({ text, isAllowed }) => (isAllowed === allowed ? [text] : []))),
  ];
  return {
    passed: statuses.filter((status) => status === 'passed').length,
    failed: statuses.filter((status) => status === 'failed').length,
    notRun: texts(false),
    notRunHere: texts(true),
  };
}

function whyNotRun(titles: string[]): string | undefined {
  const title = titles.find((one) => MISSING.test(one));
  return title?.replace(MISSING, ': $1');
}

/** Lines of Jest's message that are repeated for a failed test. */
const REASON_LINES = 12;

/** `<file below the root>: <test>` of what failed, each with the beginning of what Jest says of it. */
export function failures(reports: JestReport[], root: string): string[] {
  return reports
    .flatMap(({ testResults }) => testResults)
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const said = failed.map((test) => ({ test: test.fullName, reason: test.failureMessages.join('\n') }));
      const crashed = { test: 'the file itself', reason: message };
      return (said.length > 0 ? said : [crashed]).map(({ test, reason }) =>
        [`${relative(root, name)}: ${test}`, ...reason.split('\n').slice(0, REASON_LINES)].join('\n    '),
      );
    });
}
