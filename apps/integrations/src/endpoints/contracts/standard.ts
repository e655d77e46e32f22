import { parseObject, UnusableAnswer, wholeAt } from '../../outbound/described-json.js';
import { bearer, JSON_BODY, messageAt, pointsAt, type EndpointContract } from './endpoint-contract.js';

/** A day. */
const MAX_RETRY_SECONDS = 86_400;

/** The contract of this platform, see docs/guides/project-endpoints.md. */
export const standard: EndpointContract = {
  isSigned: true,
  request: (check) => {
    const { attemptId, projectId, questId, userId, identities, startsAt, endsAt, endpoint } = check;
    const period = { startsAt, endsAt };
    const data = { attemptId, projectId, questId, userId, ...identities, period, locale: 'en' };
    return {
      method: 'POST',
      url: endpoint.url,
      headers: { ...JSON_BODY, ...bearer(check) },
      body: JSON.stringify({ type: 'quest.check', timestamp: new Date().toISOString(), data }),
    };
  },
  read: ({ body }, check) => {
    const answer = parseObject(body);
    switch (answer['result']) {
      case 'pass':
        return { result: 'pass', ...pointsAt(answer, 'points', check), ...messageAt(answer, 'message') };
      case 'fail':
        return { result: 'fail', ...messageAt(answer, 'message') };
      case 'pending':
        return { result: 'pending', retryAfterSeconds: wholeAt(answer, 'retryAfterSeconds', MAX_RETRY_SECONDS) };
      default:
        throw new UnusableAnswer('result is none of pass, fail and pending');
    }
  },
};
