import preset from '../../jest.preset.js';

// They mostly wait for timeouts.
export default { ...preset, displayName: 'postgres', maxWorkers: 2 };
