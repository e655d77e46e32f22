import preset from '../../jest.preset.js';

export default { ...preset, displayName: 'identity', testTimeout: 30_000 };
