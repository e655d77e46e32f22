import type { Answer } from '../http/answer.js';

const TYPES = 'https://api.x.com/2/problems';

export const problem = (status: number, title: string, more: object = {}): Answer => ({
  status,
  body: { title, type: 'about:blank', status, detail: title, ...more },
  headers: { 'content-type': 'application/problem+json' },
});

/** The request is refused for one of its parameters. */
export const invalidParameter = (name: string, value: string, message: string): Answer => ({
  status: 400,
  body: {
    errors: [{ parameters: { [name]: [value] }, message }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: `${TYPES}/invalid-request`,
  },
  headers: { 'content-type': 'application/problem+json' },
});

export type ResourceType = 'user' | 'tweet' | 'space';

/** An entry of `errors` in an answer with status 200. */
export interface PartialError {
  value: string;
  detail: string;
  title: string;
  resource_type: ResourceType;
  parameter: string;
  resource_id: string;
  type: string;
}

export const notFound = (resource: ResourceType, parameter: string, value: string): PartialError => ({
  value,
  detail: `Could not find ${resource} with ${parameter}: [${value}].`,
  title: 'Not Found Error',
  resource_type: resource,
  parameter,
  resource_id: value,
  type: `${TYPES}/resource-not-found`,
});

export const notAuthorized = (resource: ResourceType, parameter: string, value: string): PartialError => ({
  value,
  detail: `Sorry, you are not authorized to see the ${resource} with ${parameter}: [${value}].`,
  title: 'Authorization Error',
  resource_type: resource,
  parameter,
  resource_id: value,
  type: `${TYPES}/not-authorized-for-resource`,
});

export const suspended = (parameter: string, value: string): PartialError => ({
  value,
  detail: `User has been suspended: [${value}].`,
  title: 'Forbidden',
  resource_type: 'user',
  parameter,
  resource_id: value,
  type: `${TYPES}/resource-not-found`,
});

/** The client of a token that may not ask this route. */
export const unsupportedAuthentication = (): Answer =>
  problem(403, 'Unsupported Authentication', {
    detail:
      'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint. Supported authentication types are [OAuth 2.0 User Context].',
    type: `${TYPES}/unsupported-authentication`,
  });
