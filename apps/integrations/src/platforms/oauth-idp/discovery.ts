import { EgressError, type Egress } from '@questp/egress';
import { allowInsecureRequests, ClientError, customFetch, discovery, type ServerMetadata } from 'openid-client';
import type { ClientAuthentication } from '../../description/authorization.js';
import { issuerFetch } from './issuer-fetch.js';

const PATH = '/.well-known/openid-configuration';
const MAX_QUOTED = 200;

/** Algorithms of ID tokens. All are asymmetric: with the others, anyone who knows a client secret could sign. */
export const ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
  // One algorithm by two names (RFC 9864).
  ...['Ed25519', 'EdDSA'],
];
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
/** Values of which one must be listed, if the issuer lists any. */
const SUPPORTED = {
  response_types_supported: ['code'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  id_token_signing_alg_values_supported: ALGORITHMS,
};

/** client_secret_basic is the default of OpenID Connect Discovery. */
export function clientAuthenticationAt({
  token_endpoint_auth_methods_supported: methods,
}: ServerMetadata): ClientAuthentication {
  return Array.isArray(methods) && !methods.includes('client_secret_basic') ? 'post' : 'basic';
}

/** `no_answer`: try again later; `misconfigured`: no sign-in works until an operator changes the configuration. */
export type Discovery =
  | { outcome: 'found'; metadata: ServerMetadata }
  | { outcome: 'no_answer' | 'misconfigured'; detail: string };

/** OpenID Connect Discovery, the same for a sign-in and for the test of the credential. */
export async function discover(egress: Egress, issuer: string): Promise<Discovery> {
  try {
    // With the whole address openid-client leaves the comparison of the issuer to problemsOf, which is exact. The client
    // id is required and unused.
    const config = await discovery(new URL(`${issuer.replace(/\/$/, '')}${PATH}`), 'unused', undefined, undefined, {
      [customFetch]: issuerFetch(egress),
      execute: [allowInsecureRequests],
    });
    const metadata = config.serverMetadata();
    const problems = problemsOf(issuer, metadata);
    return problems.length > 0
      ? { outcome: 'misconfigured', detail: problems.join(' ') }
      : { outcome: 'found', metadata };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Discovery {
  const cause = error instanceof ClientError ? error.cause : error;
  if (cause instanceof EgressError) {
    const { outcome, detail } = cause.failure;
    return { outcome: outcome === 'not_allowed' ? 'misconfigured' : 'no_answer', detail: `No answer: ${detail}.` };
  }
  const problem =
    cause instanceof Response ? `was answered with status ${cause.status}` : 'is not a JSON object with an issuer';
  return { outcome: 'misconfigured', detail: `The issuer's ${PATH} ${problem}.` };
}

/** A sentence for each problem, with the expected and the found value. */
function problemsOf(issuer: string, metadata: ServerMetadata): string[] {
  const problems: string[] = [];
  if (metadata.issuer !== issuer) {
    problems.push(`Expected the issuer ${shown(issuer)}, found ${shown(metadata.issuer)}.`);
  }
  const missing = ENDPOINTS.filter((name) => !URL.canParse(String(metadata[name])));
  if (missing.length > 0) problems.push(`Expected an address as ${missing.join(', ')}, found none.`);
  for (const [name, accepted] of Object.entries(SUPPORTED)) {
    const found = metadata[name];
    if (found === undefined || [found].flat().some((one) => accepted.some((value) => value === one))) continue;
    problems.push(`Expected one of ${accepted.join(', ')} in ${name}, found ${shown(found)}.`);
  }
  return problems;
}

/** A foreign value, cut short and without characters that reverse text. */
const shown = (value: unknown): string =>
  (JSON.stringify(value) ?? 'none').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(0, MAX_QUOTED);
