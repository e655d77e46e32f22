import preset from '../../jest.preset.js';

export default { ...preset, displayName: 'chains', testEnvironment: './jest.amino-environment.js' };
