import type { Egress } from '@questp/egress';

const PATH = '/.well-known/openid-configuration';
const TIMEOUT_MS = 4_000;
const MOST_CHARACTERS = 200;

/** Of ID tokens. Asymmetric ones alone: who knows a client secret could sign with the others. */
export const ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
  // One algorithm by two names (RFC 9864).
  ...['Ed25519', 'EdDSA'],
];
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
/** What has to be among the values of a member, where the issuer tells them. */
const SUPPORTED: Readonly<Record<string, readonly string[]>> = {
  response_types_supported: ['code'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  id_token_signing_alg_values_supported: ALGORITHMS,
};

/** What an issuer says of itself. */
export type Metadata = Readonly<Record<'issuer' | (typeof ENDPOINTS)[number], string>> &
  Readonly<Record<string, unknown>>;

/** `no_answer`: it may be otherwise later; `misconfigured`: nobody can sign in until an operator changes something. */
export type Discovery =
  | { outcome: 'found'; metadata: Metadata }
  | { outcome: 'no_answer' | 'misconfigured'; detail: string };

/** OpenID Connect Discovery, of which a sign-in and the test of the credential make the same. */
export async function discover(egress: Egress, issuer: string): Promise<Discovery> {
  const answer = await egress.get(`${issuer.replace(/\/$/, '')}${PATH}`, {
    destination: 'oauth_idp',
    namedBy: 'operator',
    headers: { accept: 'application/json' },
    timeoutMs: TIMEOUT_MS,
  });
  if (answer.outcome !== 'answered') {
    const outcome = answer.outcome === 'not_allowed' ? 'misconfigured' : 'no_answer';
    return { outcome, detail: `No answer: ${answer.detail}.` };
  }
  const { status, body } = answer;
  if (status >= 500 || status === 429) return { outcome: 'no_answer', detail: answered(status) };
  if (status !== 200) return { outcome: 'misconfigured', detail: answered(status) };
  const metadata = readObject(body);
  if (metadata === undefined) {
    return { outcome: 'misconfigured', detail: `The answer of the issuer's ${PATH} is not a JSON object.` };
  }
  const problems = problemsOf(issuer, metadata);
  if (problems.length > 0) return { outcome: 'misconfigured', detail: problems.join(' ') };
  return { outcome: 'found', metadata: metadata as Metadata };
}

const answered = (status: number): string => `The issuer's ${PATH} was answered with status ${status}.`;

function readObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A sentence for each of them, with what is expected and what was found. */
function problemsOf(issuer: string, metadata: Record<string, unknown>): string[] {
  const problems: string[] = [];
  if (metadata['issuer'] !== issuer) {
    problems.push(`Expected the issuer ${shown(issuer)}, found ${shown(metadata['issuer'])}.`);
  }
  const missing = ENDPOINTS.filter((name) => !URL.canParse(String(metadata[name])));
  if (missing.length > 0) problems.push(`Expected an address as ${missing.join(', ')}, found none.`);
  for (const [name, accepted] of Object.entries(SUPPORTED)) {
    const told = metadata[name];
    if (told === undefined || [told].flat().some((one) => accepted.some((value) => value === one))) continue;
    problems.push(`Expected one of ${accepted.join(', ')} in ${name}, found ${shown(told)}.`);
  }
  return problems;
}

/** What others said, short and without marks that turn text around. */
const shown = (value: unknown): string =>
  (JSON.stringify(value) ?? 'none').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(0, MOST_CHARACTERS);
