import type { Egress, EgressOptions } from '@questp/egress';
import type { CredentialProvider } from '@questp/messages/integrations';
import { at } from './account.js';
import { tokenRequest, type ClientAuthentication, type Values } from './authorization.js';
import { CHECK_MS, findingOf, jsonOf, type Finding } from '../outbound/finding.js';
import type { OwnProbe } from './platform.js';

/** Errors of a token endpoint that does not know the client (RFC 6749 section 5.2). */
const UNKNOWN_CLIENT = ['invalid_client', 'unauthorized_client'];

interface TokenEndpoint {
  tokenUrl: string;
  clientBy: ClientAuthentication;
  /** Error for a known client whose grant does not exist; invalid_grant in RFC 6749. */
  refusedGrant?: string;
}

/** Tests client id and secret with an unknown grant: the error shows whether the client is valid. */
export async function testClient(
  egress: Egress,
  { clientId = '', clientSecret = '' }: Values,
  endpoint: TokenEndpoint,
  grant: Readonly<Record<string, string>>,
  sent: Pick<EgressOptions, 'destination' | 'namedBy'>,
): Promise<Finding> {
  const { url, ...request } = tokenRequest({ clientId, clientSecret }, endpoint, grant);
  const answer = await egress.send(url, { ...request, ...sent, timeoutMs: CHECK_MS });
  const finding = findingOf(answer, '');
  if (answer.outcome !== 'answered' || finding.outcome === 'no_answer') return finding;
  const error = String(at(jsonOf(answer.body), 'error'));
  if (error === (endpoint.refusedGrant ?? 'invalid_grant')) {
    return { outcome: 'works', detail: 'Client id and secret were accepted.' };
  }
  if (UNKNOWN_CLIENT.includes(error) || answer.status === 401) {
    return { outcome: 'refused', detail: 'Client id and secret were refused; store them again.' };
  }
  return {
    outcome: 'misconfigured',
    detail: 'The answer of the token endpoint does not show whether the client id is valid.',
  };
}

/** Tests client id and secret of a platform with a refresh token that does not exist. */
export const clientProbe = <Config>(
  destination: CredentialProvider,
  endpoint: (config: Config) => TokenEndpoint,
): OwnProbe<Config> => ({
  needs: ['clientId', 'clientSecret'],
  run: ({ egress }, values, config) => {
    const grant = { grant_type: 'refresh_token', refresh_token: 'not-a-token' };
    return testClient(egress, values, endpoint(config), grant, { destination, namedBy: 'platform' });
  },
});
