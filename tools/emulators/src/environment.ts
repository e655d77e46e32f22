import type { PlatformRules } from './oauth/rules.js';
import { PLATFORMS } from './platforms.js';

const variableOf = (platform: string, field: string): string =>
  `${platform}_${field.replace(/[A-Z]/g, '_$&')}`.toUpperCase();

const variablesOf = ({ name, credentials, addresses }: PlatformRules, url: string): [string, string][] => [
  ...Object.entries(credentials).map(([field, value]): [string, string] => [variableOf(name, field), value]),
  ...Object.entries(addresses).map(([variable, path]): [string, string] => [variable, `${url}/${path}`]),
];

/**
 * By which variables a platform under test uses the emulators at this address. Of those that `env` says anything about
 * it says nothing: an application at a real platform is unknown to an emulated one.
 */
export function emulatorEnvironment(url: string, env: NodeJS.ProcessEnv = {}): Record<string, string> {
  const variables = PLATFORMS.map((platform) => variablesOf(platform, url));
  const own = variables.filter((entries) => entries.every(([variable]) => !env[variable]));
  return { ...Object.fromEntries(own.flat()), EGRESS_NETWORKS: env['EGRESS_NETWORKS'] || '127.0.0.1/32' };
}
