import preset from '../../jest.preset.js';

// Each suite runs a platform of its own; two at a time would only wait for each other.
export default { ...preset, displayName: 'e2e', maxWorkers: 1 };
