type Describe = (title: string, body: () => void) => void;
declare const describe: Describe & { skip: Describe };

/**
 * `describe` for a suite that needs what not every machine has. When `missing` says what is missing, the suite is
 * skipped and `npm test` names it: `not run: <title>: <missing>` (with CI=true a failure).
 */
export function describeUnless(missing: string | undefined, title: string, body: () => void): void {
  if (missing === undefined) describe(title, body);
  else describe.skip(`${title} [not run: ${missing}]`, body);
}
