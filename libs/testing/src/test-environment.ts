/** Variables that `npm test` passes to the suites. Throws one sentence if one is missing. */
export function testEnvironment(name: 'TEST_DATABASE_URL' | 'TEST_NATS_SERVER'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`);
  return value;
}
