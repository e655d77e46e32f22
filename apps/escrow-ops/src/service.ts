import { BYTES_CONFIG } from '@questp/bytes';
import { defineService } from '@questp/service-kit';
import { chainRegistry } from '@questp/service-kit/chains';
import { CHAIN_CONFIG } from './chain/config.js';
import { chain } from './chain/wing.js';
import { distribution } from './distribution/wing.js';
import { plans } from './plans/wing.js';
import { pools } from './pools/wing.js';

export const escrowOps = defineService({
  name: 'escrow-ops',
  config: { ...BYTES_CONFIG, ...CHAIN_CONFIG },
  wings: [chainRegistry, chain, pools, plans, distribution],
});
