import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'escrow-ops',
  testEnvironment: './jest.cosmjs-environment.js',
  moduleNameMapper: {
    ...preset.moduleNameMapper,
    '^@cosmjs/tendermint-rpc$': '<rootDir>/jest.tendermint-rpc.js',
  },
};
