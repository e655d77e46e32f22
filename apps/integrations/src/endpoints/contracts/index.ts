import type { EndpointContractName } from '@questp/messages/integrations';
import type { EndpointContract } from './endpoint-contract.js';
import { galxe } from './galxe.js';
import { intract } from './intract.js';
import { questn, soquest } from './questn.js';
import { standard } from './standard.js';
import { taskon, taskonReward } from './taskon.js';
import { thx } from './thx.js';
import { zealy } from './zealy.js';

export const CONTRACTS: Readonly<Record<EndpointContractName, EndpointContract>> = {
  standard,
  zealy,
  galxe,
  taskon,
  taskon_reward: taskonReward,
  intract,
  questn,
  soquest,
  thx,
};
