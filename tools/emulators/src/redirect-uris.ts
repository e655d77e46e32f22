import { OAUTH_NAMES, type OAuthName } from './oauth/rules.js';

/**
 * Where the platforms send people back to: the callbacks of an API.
 * @param apiUrl with the version, such as http://127.0.0.1:3000/v1
 */
export const redirectUrisOf = (apiUrl: string): Partial<Record<OAuthName, readonly string[]>> =>
  Object.fromEntries(OAUTH_NAMES.map((name) => [name, [`${apiUrl}/auth/oauth/callback/${name}`]]));
