import { createHmac } from 'node:crypto';
import { flagAt, parseObject } from '../../outbound/described-json.js';
import { JSON_BODY, pointsAt, type EndpointContract } from './endpoint-contract.js';

/** THX: a JSON text with its HMAC-SHA256 in base64, by the secret of the quest; `{ "result": true, "amount": 10 }`. */
export const thx: EndpointContract = {
  request: ({ attemptId, questId, identities: { wallets, accounts, emailSha256 }, endpoint: { url, secret = '' } }) => {
    const payload = JSON.stringify({
      type: 'quest_entry.create',
      identities: [...accounts.map(({ accountId }) => accountId), ...(emailSha256 === null ? [] : [emailSha256])],
      metadata: { questId, attemptId },
      wallets: wallets.map(({ address, chainId }) => ({ address, chainId })),
    });
    const signature = createHmac('sha256', secret).update(payload).digest('base64');
    return { method: 'POST', url, headers: JSON_BODY, body: JSON.stringify({ signature, payload }) };
  },
  read: ({ body }, check) => {
    const answer = parseObject(body);
    return flagAt(answer, 'result') ? { result: 'pass', ...pointsAt(answer, 'amount', check) } : { result: 'fail' };
  },
};
