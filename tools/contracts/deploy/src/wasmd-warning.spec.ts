import { wasmdWarning } from './wasmd-warning.js';

it('does not warn of a chain on which the escrow pays in calls from any depth', () => {
  expect(wasmdWarning({ wasmd: 'v0.61.14', wasmvm: 'v3.0.7' })).toBeUndefined();
});

it.each([
  [{ wasmd: 'v0.60.1', wasmvm: 'v3.0.7' }, 'The chain runs wasmd v0.60.1. Before wasmd 0.54.3,'],
  [{ wasmvm: 'v2.2.4' }, 'The chain runs wasmvm v2.2.4.'],
  [{}, 'The node reports neither wasmd nor wasmvm.'],
])('warns of %j', (versions, warning) => {
  expect(wasmdWarning(versions)).toContain(warning);
});
