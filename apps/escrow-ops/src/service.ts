import { BYTES_CONFIG } from '@questp/bytes';
import { defineService } from '@questp/service-kit';
import { chainRegistry } from '@questp/service-kit/chains';
import { chain } from './chain/wing.js';
import { plans } from './plans/wing.js';

export const escrowOps = defineService({
  name: 'escrow-ops',
  config: BYTES_CONFIG,
  wings: [chainRegistry, chain, plans],
});
