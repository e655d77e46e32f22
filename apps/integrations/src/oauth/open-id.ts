import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { AskProvider } from './ask-provider.js';
import { handleOf, type Account, type Endpoints } from './platforms.js';

/** Asymmetric ones alone: who knows a client secret could sign with the others. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_SECONDS = 30;

export const OPEN_ID_SCOPES = ['openid', 'profile'];
/** Issuers leave out what they do not know. */
export const NEEDED_OPEN_ID_SCOPES = ['openid'];

interface Metadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  token_endpoint_auth_methods_supported?: unknown;
  authorization_response_iss_parameter_supported?: unknown;
}

/** The issuer that is configured, found by OpenID Connect Discovery, and who an ID token of it is about. */
@Injectable()
export class OpenId {
  constructor(private readonly ask: AskProvider) {}

  async discover(issuer: string): Promise<Required<Endpoints>> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const metadata = await this.ask.json('oauth_idp', url);
    if (!isMetadata(metadata) || metadata.issuer !== issuer) throw new AppError('OAUTH_UNAVAILABLE');
    const methods = metadata.token_endpoint_auth_methods_supported;
    const isPosted = Array.isArray(methods) && !methods.includes('client_secret_basic');
    return {
      authorizationUrl: metadata.authorization_endpoint,
      tokenUrl: metadata.token_endpoint,
      clientBy: isPosted ? 'post' : 'basic',
      issuer: {
        name: issuer,
        isTold: metadata.authorization_response_iss_parameter_supported === true,
        jwksUrl: metadata.jwks_uri,
      },
    };
  }

  /** OAUTH_FAILED unless the token was made by the issuer for this application and this sign-in. */
  async account(
    idToken: unknown,
    issuer: Required<Endpoints>['issuer'],
    audience: string,
    nonce: string,
  ): Promise<Account> {
    const keys = (await this.ask.json('oauth_idp', issuer.jwksUrl)) as JSONWebKeySet;
    try {
      const { payload } = await jwtVerify(String(idToken), createLocalJWKSet(keys), {
        issuer: issuer.name,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: CLOCK_SECONDS,
      });
      const { sub = '', azp, nonce: told } = payload;
      const isOfOthers = azp !== undefined && azp !== audience;
      if (told !== nonce || isOfOthers || !/^[ -~]{1,255}$/.test(sub)) throw new AppError('OAUTH_FAILED');
      const handle = handleOf(payload['preferred_username']) ?? handleOf(payload['name']);
      return { accountId: `${issuer.name} ${sub}`, handle };
    } catch {
      throw new AppError('OAUTH_FAILED');
    }
  }
}

function isMetadata(value: unknown): value is Metadata {
  const metadata = value as Metadata | undefined;
  return [metadata?.issuer, metadata?.authorization_endpoint, metadata?.token_endpoint, metadata?.jwks_uri].every(
    (member) => typeof member === 'string' && URL.canParse(member),
  );
}
