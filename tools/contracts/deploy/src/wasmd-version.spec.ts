import { wasmdWarning } from './wasmd-version.js';

it.each(['v0.54.3', '0.54.9', 'v0.60.2', 'v0.61.6', 'v0.61.14', 'v0.62.0', 'v0.70.3', 'v0.61.14-fork.1'])(
  'says nothing of wasmd %s',
  (wasmd) => {
    expect(wasmdWarning({ wasmd, wasmvm: 'v1.0.0' })).toBeUndefined();
  },
);

it.each(['v0.50.0', 'v0.53.4', 'v0.54.2', 'v0.55.1', 'v0.60.1', 'v0.61.5', 'main'])('warns of wasmd %s', (wasmd) => {
  expect(wasmdWarning({ wasmd, wasmvm: 'v3.0.7' })).toContain(`The chain runs wasmd ${wasmd}. Before wasmd 0.54.3,`);
});

it.each(['v2.2.5', 'v2.3.1', 'v3.0.3', 'v3.1.0'])('takes wasmvm %s where the node does not report wasmd', (wasmvm) => {
  expect(wasmdWarning({ wasmvm })).toBeUndefined();
});

it.each(['v1.5.9', 'v2.1.2', 'v2.2.4', 'v3.0.2'])('warns of wasmvm %s', (wasmvm) => {
  expect(wasmdWarning({ wasmvm })).toContain(`The chain runs wasmvm ${wasmvm}.`);
});

it('warns of a node that reports neither', () => {
  expect(wasmdWarning({})).toContain('The node reports neither wasmd nor wasmvm.');
});
