import { defineService } from '@questp/service-kit';
import { chainRegistry } from '@questp/service-kit/chains';
import { chain } from './chain/wing.js';

export const escrowOps = defineService({
  name: 'escrow-ops',
  config: {},
  wings: [chainRegistry, chain],
});
