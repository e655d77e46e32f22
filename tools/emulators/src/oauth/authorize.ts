import { page } from '@questp/manifest/pages';
import { escapeUTF8 } from 'entities';
import { choicePage } from './choice-page.js';
import { pageAnswer } from '../http/html.js';
import { personOf } from '../people.js';
import type { Answer } from '../http/answer.js';
import type { Grant } from './grants.js';
import { readParameters, readScopes, withParameters, type Parameters } from './parameters.js';
import type { Platform } from './rules.js';
import type { AuthorizeProblem } from './rules.js';

/** RFC 7636, 4.2: of S256 a hash in base64url, of plain the verifier. */
const CHALLENGES: Readonly<Record<string, RegExp>> = { S256: /^[\w-]{43}$/, plain: /^[\w.~-]{43,128}$/ };

/** Answers a sign-in with a page, or redirects to the client if `login_hint` or `decline` is given. */
export function authorize(platform: Platform, query: unknown): Answer {
  const { signIn: rules, faults } = platform;
  const asked = readParameters(query);
  if (asked === undefined) return problemPage(platform, 'invalid_request');
  const problem = problemOf(platform, asked);
  if (problem !== undefined) return refuse(platform, asked, problem);
  const scopes = scopesOf(platform, asked).filter((scope) => rules.authorize.scopes.includes(scope));
  const { login_hint: hint, decline, ...request } = asked;
  if (decline !== undefined) return back(platform, asked, { error: 'access_denied', ...rules.authorize.declined });
  const person = personOf(hint ?? '');
  if (person === undefined) return pageAnswer(200, choicePage(platform, request, scopes));
  const missing = faults.take('authorize', ['missing_scope']);
  const left = scopes.filter((scope) => scope !== (missing && (missing.scope ?? scopes.at(-1))));
  return back(
    platform,
    asked,
    granted(platform, asked, { person, scopes: left, asked: request as Record<string, string> }),
  );
}

function granted(platform: Platform, asked: Parameters, grant: Grant): Parameters {
  const { grants } = platform;
  const { authorize: rules, token } = platform.signIn;
  const code = grants.issueCode({
    grant,
    redirectUri: redirectUriOf(platform, asked),
    challenge: rules.challengeMethods.length > 0 ? asked['code_challenge'] : undefined,
    challengeMethod: asked['code_challenge_method'] ?? 'plain',
    expiresAt: Date.now() + rules.codeSeconds * 1_000,
    refreshable: token.isRefreshable(grant.scopes, asked, !grants.hasRefreshOf(grant.person)),
  });
  return { code, ...rules.adds?.(grant, platform) };
}

function problemOf(platform: Platform, asked: Parameters): AuthorizeProblem | undefined {
  const { authorize: rules } = platform.signIn;
  if (asked['client_id'] !== platform.client.id) return 'unknown_client';
  if (!fits(platform, asked['redirect_uri'])) return 'redirect_uri_mismatch';
  if (rules.required.some((name) => !asked[name])) return 'invalid_request';
  if (asked['response_type'] !== undefined && asked['response_type'] !== 'code') return 'unsupported_response_type';
  const { code_challenge: challenge, code_challenge_method: method = 'plain' } = asked;
  if (challenge !== undefined && rules.challengeMethods.length > 0) {
    if (!rules.challengeMethods.includes(method) || !CHALLENGES[method]?.test(challenge)) return 'invalid_request';
  }
  const isKnown = (scope: string) => rules.scopes.includes(scope);
  if (!rules.ignoresUnknownScopes && !scopesOf(platform, asked).every(isKnown)) return 'invalid_scope';
  return undefined;
}

const scopesOf = ({ signIn }: Platform, { scope }: Parameters): string[] =>
  readScopes(scope, signIn.token.scopeSeparator);

function fits({ signIn: rules, redirectUris }: Platform, asked: string | undefined): boolean {
  if (asked === undefined) return !rules.authorize.required.includes('redirect_uri') && redirectUris.size > 0;
  const compare = rules.authorize.fits ?? ((one: string, other: string) => one === other);
  return [...redirectUris].some((registered) => compare(asked, registered));
}

/** The redirect URI: that of the request if it is registered, otherwise the first registered one. */
function redirectUriOf(platform: Platform, { redirect_uri: asked }: Parameters): string {
  const [first = ''] = platform.redirectUris;
  return asked !== undefined && fits(platform, asked) ? asked : first;
}

function refuse(platform: Platform, asked: Parameters, problem: AuthorizeProblem): Answer {
  const isRedirected = platform.signIn.authorize.redirected.includes(problem) && platform.redirectUris.size > 0;
  return isRedirected ? back(platform, asked, { error: problem }) : problemPage(platform, problem);
}

function back(platform: Platform, asked: Parameters, says: Parameters): Answer {
  const location = withParameters(redirectUriOf(platform, asked), {
    ...says,
    state: asked['state'],
    iss: platform.signIn.authorize.issuer?.(platform),
  });
  return { status: 302, body: '', headers: { location, 'cache-control': 'no-store' } };
}

const problemPage = ({ rules, signIn }: Platform, problem: AuthorizeProblem): Answer =>
  pageAnswer(
    signIn.authorize.status?.[problem] ?? 400,
    page({
      title: `The emulated ${rules.title} refuses the request`,
      content: `<p>${escapeUTF8(problem)}</p>`,
    }),
  );
