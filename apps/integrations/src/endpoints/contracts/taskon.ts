import { flagAt, objectAt, parseObject, wholeAt } from '../../outbound/described-json.js';
import {
  addressOf,
  getWithAddress,
  passOrFail,
  pointsAt,
  type Check,
  type EndpointContract,
} from './endpoint-contract.js';

const request = (check: Check) => getWithAddress(check, addressOf(check).toLowerCase());

/** TaskOn: `{ "result": { "isValid": true } }`. */
export const taskon: EndpointContract = {
  request,
  read: ({ body }) => passOrFail(flagAt(objectAt(parseObject(body), 'result'), 'isValid')),
};

/** TaskOn, performance-based: `{ "result": { "point": 100 } }`; no points are a fail. */
export const taskonReward: EndpointContract = {
  request,
  read: ({ body }, check) => {
    const result = objectAt(parseObject(body), 'result');
    if (wholeAt(result, 'point', Number.MAX_SAFE_INTEGER) === 0) return { result: 'fail' };
    return { result: 'pass', ...pointsAt(result, 'point', check) };
  },
};
