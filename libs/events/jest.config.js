import preset from '../../jest.preset.js';

// They mostly wait for brokers and timeouts.
export default { ...preset, displayName: 'events', maxWorkers: 3 };
