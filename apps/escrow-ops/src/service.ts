import { BYTES_CONFIG } from '@questp/bytes';
import { setEscrowOperatorAccess } from '@questp/messages/shared';
import { defineService } from '@questp/service-kit';
import { chainRegistry } from '@questp/service-kit/chains';
import { operatorAccess, OperatorEvents } from '@questp/service-kit/operators';
import { authorize } from './authorize.js';
import { CHAIN_CONFIG } from './chain/config.js';
import { chain } from './chain/wing.js';
import { distribution } from './distribution/wing.js';
import { OPERATOR_CONFIG } from './operator/config.js';
import { operatorConsole } from './operator/console/wing.js';
import { operator } from './operator/wing.js';
import { PLANS_CONFIG } from './plans/config.js';
import { plans } from './plans/wing.js';
import { pools } from './pools/wing.js';

export const escrowOps = defineService({
  name: 'escrow-ops',
  config: { ...BYTES_CONFIG, ...CHAIN_CONFIG, ...OPERATOR_CONFIG, ...PLANS_CONFIG },
  wings: [
    chainRegistry,
    operatorAccess(setEscrowOperatorAccess),
    chain,
    pools,
    plans,
    distribution,
    operator,
    operatorConsole,
  ],
  authorize,
  listens: [OperatorEvents],
});
