import { defineService } from '@questp/service-kit';
import { chain } from './chain/wing.js';

export const escrowOps = defineService({
  name: 'escrow-ops',
  config: {},
  wings: [chain],
});
