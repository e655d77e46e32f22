import { createHash } from 'node:crypto';
import type { Answer } from '../http/answer.js';
import type { Code, Grant } from './grants.js';
import { readBasic, readParameters, readScopes, type Parameters } from './parameters.js';
import type { Platform } from './rules.js';
import type { Asked, TokenProblem } from './rules.js';

const VERIFIER = /^[\w.~-]{43,128}$/;
const FORM = 'application/x-www-form-urlencoded';

/** A request that is not answered with tokens. */
class Refused extends Error {
  constructor(readonly problem: TokenProblem) {
    super(problem);
  }
}

/** Answers a request for tokens, for a code or a refresh token. */
export async function exchange(asked: Asked): Promise<Answer> {
  const { platform, headers } = asked;
  const { token: rules } = platform.signIn;
  const answer = await tokens(asked).catch((error: unknown) => {
    if (error instanceof Refused) return rules.errors(error.problem);
    throw error;
  });
  return rules.format?.(answer, headers) ?? answer;
}

async function tokens(asked: Asked): Promise<Answer> {
  const { platform } = asked;
  const { token: rules } = platform.signIn;
  const form = authenticatedForm(asked);
  const kind = form['grant_type'] ?? rules.defaultGrantType;
  if (kind === 'authorization_code') {
    const code = takeCode(platform, form);
    return await issued(platform, code.grant, code.refreshable ? platform.grants.issueRefresh(code.grant) : undefined);
  }
  if (kind === 'refresh_token' && !rules.defaultGrantType) {
    const old = form['refresh_token'] ?? '';
    const grant = takeRefresh(platform, old, form);
    if (rules.rotates) platform.grants.dropRefresh(old);
    return await issued(platform, grant, rules.rotates && platform.grants.issueRefresh(grant));
  }
  if (kind === 'client_credentials' && rules.forClient) return rules.forClient();
  throw new Refused('grant_type');
}

/** The form of an authenticated client. */
export function authenticatedForm({ platform, body, headers }: Asked): Parameters {
  const { token: rules } = platform.signIn;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== FORM && !(rules.takesJson && type === 'application/json')) throw new Refused('content_type');
  const form = readParameters(body);
  if (form === undefined) throw new Refused('repeated');
  const basic = rules.clientBy.includes('basic') ? readBasic(headers.authorization) : undefined;
  const isPosted = rules.clientBy.includes('post');
  const id = basic?.id ?? (isPosted ? form['client_id'] : undefined);
  const secret = basic?.secret ?? (isPosted ? form['client_secret'] : undefined);
  if (id !== platform.client.id) throw new Refused('unknown_client');
  if (secret !== platform.client.secret) throw new Refused('wrong_secret');
  return form;
}

function takeCode({ grants, faults, signIn }: Platform, form: Parameters): Code {
  const value = form['code'] ?? '';
  if (faults.take('token', ['expired_token'])) grants.expire(value);
  const code = grants.takeCode(value);
  if (code === undefined) throw new Refused('code');
  const uri = form['redirect_uri'];
  const isLeftOut = uri === undefined && signIn.token.isRedirectUriOptional;
  if (!isLeftOut && uri !== code.redirectUri) throw new Refused('redirect_uri');
  const verifier = form['code_verifier'];
  if (code.challenge === undefined) {
    if (verifier !== undefined && signIn.authorize.challengeMethods.length > 0) throw new Refused('verifier');
    return code;
  }
  if (verifier === undefined) throw new Refused('verifier_missing');
  const hashed = code.challengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  if (!VERIFIER.test(verifier) || hashed !== code.challenge) throw new Refused('verifier');
  return code;
}

function takeRefresh({ grants, faults }: Platform, token: string, form: Parameters): Grant {
  const known = grants.ofRefresh(token);
  if (known && faults.take('token', ['revoked_token'])) grants.revoke(known);
  const grant = grants.ofRefresh(token);
  if (grant === undefined) throw new Refused('refresh_token');
  const missing = faults.take('token', ['missing_scope']);
  if (missing) grant.scopes = grant.scopes.filter((scope) => scope !== (missing.scope ?? grant.scopes.at(-1)));
  if (!readScopes(form['scope']).every((scope) => grant.scopes.includes(scope))) throw new Refused('refresh_token');
  return grant;
}

async function issued(platform: Platform, grant: Grant, refresh: string | undefined | false): Promise<Answer> {
  const { grants, faults, signIn } = platform;
  const { accessSeconds, tokenType, scopeSeparator = ' ', adds } = signIn.token;
  const seconds = faults.take('token', ['lifetime'])?.seconds ?? accessSeconds;
  return {
    status: 200,
    body: {
      token_type: tokenType,
      ...(seconds !== undefined && { expires_in: seconds }),
      access_token: grants.issueAccess(grant, seconds),
      scope: grant.scopes.join(scopeSeparator),
      ...(refresh && { refresh_token: refresh }),
      ...(await adds?.(platform, grant)),
    },
    headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
  };
}

/** Authenticates the client on a route other than the token route, with the same errors. */
export function asClient(asked: Asked, answer: (form: Parameters) => Answer): Answer {
  try {
    return answer(authenticatedForm(asked));
  } catch (error) {
    if (error instanceof Refused) return asked.platform.signIn.token.errors(error.problem);
    throw error;
  }
}
