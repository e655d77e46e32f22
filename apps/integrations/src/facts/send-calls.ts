import type { Egress, EgressAnswer } from '@questp/egress';
import type { CredentialProvider } from '@questp/messages/integrations';
import { jsonBody } from '../description/authorization.js';
import { FactFailure, type Access, type PlatformAnswer, type PlatformApi } from '../description/platform-fact.js';
import { jsonOf } from '../outbound/finding.js';
import { failureOf } from '../description/retry-at.js';
import type { Settle } from '../spend/charge-requests.js';
import { noteCall } from './call-metrics.js';

interface Caller {
  egress: Egress;
  provider: CredentialProvider;
  api: PlatformApi<never>;
  access: Access;
  /** Records that the platform refuses the authorization, and returns the failure of the fact. */
  refused: () => Promise<FactFailure>;
  signal: AbortSignal;
  /** Counts the request before it is sent. @throws FactFailure */
  admit: () => Promise<Settle>;
}

/**
 * Sends one request of a fact. Throws for limits, outages, refused authorizations and failures of the platform's API;
 * returns every other answer.
 *
 * @param query posted as JSON; undefined: a GET
 * @throws FactFailure
 */
export async function sendCall({ egress, ...caller }: Caller, path: string, query?: object): Promise<PlatformAnswer> {
  const { provider, api, access, signal } = caller;
  let settle = await caller.admit();
  const { headers, ...posted } = query === undefined ? { headers: {} } : jsonBody(query);
  const sent = await egress.send(`${access.baseUrl}${path}`, {
    destination: provider,
    namedBy: 'platform',
    method: query === undefined ? 'GET' : 'POST',
    headers: { accept: 'application/json', ...headers, ...access.headers },
    ...posted,
    ...(api.maxBytes !== undefined && { maxBytes: api.maxBytes }),
    signal,
    // Platforms redirect to renamed or moved resources.
    follow: async () => {
      await settle(0);
      settle = await caller.admit();
    },
  });
  const outcome = sent.outcome === 'answered' ? answerOf(api, sent) : silent(api);
  await settle(sent.outcome === 'answered' ? resourcesOf(api, outcome) : undefined);
  const isRefusal = api.isRefusal ?? (({ status }) => status === 401);
  const result = outcome instanceof FactFailure || !isRefusal(outcome) ? outcome : await caller.refused();
  noteCall(provider, result);
  if (result instanceof FactFailure) throw result;
  return result;
}

const resourcesOf = (api: PlatformApi<never>, outcome: PlatformAnswer | FactFailure): number =>
  outcome instanceof FactFailure || outcome.status !== 200 ? 0 : (api.resources?.(outcome) ?? 0);

const silent = ({ title }: PlatformApi<never>) =>
  new FactFailure('unavailable', `The ${title} does not answer at the moment.`);

function answerOf(api: PlatformApi<never>, { status, headers, body }: EgressAnswer): PlatformAnswer | FactFailure {
  const answer = { status, headers, json: jsonOf(body) };
  const failure = failureOf(api, answer);
  if (failure !== undefined) return failure;
  return status >= 500 || answer.json === undefined ? silent(api) : answer;
}
