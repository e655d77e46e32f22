type Describe = (title: string, body: () => void) => void;
declare const describe: Describe & { skip: Describe };

/**
 * `describe` for a suite whose requirements not every machine meets. If `missing` names one, the suite is skipped, and
 * `npm test` prints `not run: <title>: <missing>` (with CI=true, a failure).
 */
export function describeUnless(missing: string | undefined, title: string, body: () => void): void {
  if (missing === undefined) describe(title, body);
  else describe.skip(`${title} [not run: ${missing}]`, body);
}
