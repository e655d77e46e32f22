import { flagAt, objectAt, optionalAt, parseObject, UnusableAnswer, wholeAt } from '../../outbound/described-json.js';
import { getWithAddress, passOrFail, type EndpointContract } from './endpoint-contract.js';

/** QuestN: `{ "error": { "code": 0, "message": "" }, "data": { "result": true } }`; an error is no answer. */
export const questn: EndpointContract = {
  request: (check) => getWithAddress(check),
  read: ({ body }) => {
    const answer = parseObject(body);
    const error = answer['error'] === null ? undefined : optionalAt(answer, 'error', objectAt);
    if (error !== undefined && error['code'] !== 0) throw new UnusableAnswer('the answer names an error');
    return passOrFail(flagAt(objectAt(answer, 'data'), 'result'));
  },
};

/** SoQuest: `{ "code": 0, "message": "", "data": { "result": true } }`; another code is no answer. */
export const soquest: EndpointContract = {
  request: (check) => getWithAddress(check),
  read: ({ body }) => {
    const answer = parseObject(body);
    if (wholeAt(answer, 'code', Number.MAX_SAFE_INTEGER) !== 0) throw new UnusableAnswer('the answer names an error');
    return passOrFail(flagAt(objectAt(answer, 'data'), 'result'));
  },
};
