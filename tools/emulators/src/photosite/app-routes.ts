import { randomInt } from 'node:crypto';
import { ok, type Answer } from '../http/answer.js';
import { readBearer, readParameters, type Parameters } from '../oauth/parameters.js';
import type { Asked, Platform, Route } from '../oauth/rules.js';
import { APP_TOKEN, CREDENTIALS } from './credentials.js';
import { badToken, error } from './errors.js';
import { CALLBACKS } from './messages.js';

const LONG_SECONDS = 5_183_944;

/** Parameters of the query and of the form or JSON. */
const asked = ({ query, body }: Asked): Parameters => ({ ...query, ...readParameters(body) });

const withVersion = (method: Route['method'], name: string, path: string, answer: Route['answer']): Route[] =>
  ['', '/:version'].map((version) => ({ name, method, path: `/graph.facebook.com${version}${path}`, answer }));

/** A route for the webhook subscriptions of the application, by its own token. */
const appRoute = (method: Route['method'], answer: (asked: Asked) => Answer | Promise<Answer>): Route[] =>
  withVersion(method, 'callback', '/:app/subscriptions', (request) => {
    const token = asked(request)['access_token'] ?? readBearer(request.headers.authorization);
    if (token !== APP_TOKEN) return badToken();
    if (request.params['app'] !== CREDENTIALS.appId)
      return error(403, 15, '(#15) This method must be called with an app access_token.');
    return answer(request);
  });

/** Sends the challenge that the platform sends once to every callback. */
async function isVerified(url: string, token: string): Promise<boolean> {
  const challenge = String(randomInt(1e9));
  const address = new URL(url);
  const params = { 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': token };
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch(
    () => undefined,
  );
  return answer?.status === 200 && (await answer.text()) === challenge;
}

async function setCallback(request: Asked): Promise<Answer> {
  const { object, callback_url: url = '', fields = 'messages', verify_token: token = '' } = asked(request);
  if (object !== 'instagram' || !/^https?:/.test(url) || !URL.canParse(url)) {
    return error(400, 100, '(#100) The parameters object, callback_url and verify_token are required.');
  }
  if (!(await isVerified(url, token))) {
    return error(
      400,
      2_200,
      '(#2200) Callback verification failed with the following errors: HTTP Status Code or challenge',
    );
  }
  CALLBACKS.of(request.platform).put({ object, url, fields: fields.split(',') });
  return ok({ success: true });
}

const callbacks = ({ platform }: Asked): Answer =>
  ok({
    data: CALLBACKS.all(platform).map(({ object, url, fields }) => ({
      ...{ object, callback_url: url, active: true },
      fields: fields.map((name) => ({ name, version: 'v23.0' })),
    })),
  });

function removeCallback({ platform }: Asked): Answer {
  CALLBACKS.remove(platform, {});
  return ok({ success: true });
}

/** A token of 60 days for one that is good. */
function longToken(platform: Platform, token: string | undefined): Answer {
  const grant = platform.grants.ofAccess(token ?? '');
  if (grant === undefined) return badToken();
  const seconds = platform.faults.take('exchange', ['lifetime'])?.seconds ?? LONG_SECONDS;
  return ok({
    ...{ access_token: platform.grants.issueAccess(grant, seconds), token_type: 'bearer', expires_in: seconds },
    permissions: grant.scopes.join(','),
  });
}

export const appRoutes = (): Route[] => [
  ...withVersion('GET', 'app_token', '/oauth/access_token', ({ query }) => {
    const isApp = query['client_id'] === CREDENTIALS.appId && query['client_secret'] === CREDENTIALS.appSecret;
    if (!isApp) return error(400, 1, 'Error validating client secret.');
    if (query['grant_type'] !== 'client_credentials') return error(400, 1, 'Invalid grant_type parameter');
    return ok({ access_token: APP_TOKEN, token_type: 'bearer' });
  }),
  ...appRoute('POST', setCallback),
  ...appRoute('GET', callbacks),
  ...appRoute('DELETE', removeCallback),
  {
    name: 'exchange',
    method: 'GET',
    path: '/graph.instagram.com/access_token',
    answer: ({ platform, query }) => {
      if (query['grant_type'] !== 'ig_exchange_token') return error(400, 100, 'Unsupported grant_type');
      if (query['client_secret'] !== CREDENTIALS.appSecret) return error(400, 101, 'Error validating client secret.');
      return longToken(platform, query['access_token']);
    },
  },
  {
    name: 'refresh',
    method: 'GET',
    path: '/graph.instagram.com/refresh_access_token',
    answer: ({ platform, query }) =>
      query['grant_type'] === 'ig_refresh_token'
        ? longToken(platform, query['access_token'])
        : error(400, 100, 'Unsupported grant_type'),
  },
];
