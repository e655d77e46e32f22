import type { EgressRequest } from '@questp/egress';

/** Values by name of a field. */
export type Values = Readonly<Partial<Record<string, string>>>;

export interface Application {
  clientId: string;
  clientSecret: string;
}

/** An authorization request, and the values for the check of its callback. */
export interface AuthorizationRequest {
  /** Address that the browser is sent to. */
  location: string;
  state: string;
  verifier: string;
}

export type PlatformRequest = Pick<EgressRequest, 'method' | 'headers' | 'body'> & { url: string };

export const basic = (user = '', password = '') => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

export const form = (members: Record<string, string>): Pick<PlatformRequest, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(new URLSearchParams(members).toString()),
});

/** How an application authenticates at a token endpoint (RFC 6749 section 2.3.1). */
export type ClientAuthentication = 'basic' | 'post';

/** A request to a token endpoint. */
export function tokenRequest(
  { clientId, clientSecret }: Application,
  { tokenUrl, clientBy }: { tokenUrl: string; clientBy: ClientAuthentication },
  parameters: Readonly<Record<string, string>>,
): PlatformRequest {
  const isBasic = clientBy === 'basic';
  const { headers, body } = form({
    ...parameters,
    client_id: clientId,
    ...(!isBasic && { client_secret: clientSecret }),
  });
  // RFC 6749 section 2.3.1: both are form-encoded before they are joined.
  const authorization = basic(encodeURIComponent(clientId), encodeURIComponent(clientSecret));
  return { url: tokenUrl, method: 'POST', headers: { ...headers, ...(isBasic && { authorization }) }, body };
}

export const jsonBody = (value: object): Required<Pick<PlatformRequest, 'headers' | 'body'>> => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

/** Revokes a token as RFC 7009 has it. */
export const revokedByForm =
  (url: string) =>
  ({ clientId, clientSecret }: Application, token: string): PlatformRequest => {
    const { headers, body } = form({ token });
    return { url, method: 'POST', headers: { ...headers, authorization: basic(clientId, clientSecret) }, body };
  };
