import preset from '../../../jest.preset.js';

// One long proof and suites that mostly wait for a chain: on two cores they go side by side.
export default { ...preset, displayName: 'contract-proof', maxWorkers: 2 };
