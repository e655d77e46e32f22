import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

export const root = resolve(import.meta.dirname, '../../../..');
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** A service of the compose file, of what the specs look at. */
export interface ComposeService {
  image: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  environment?: Record<string, string>;
  env_file?: string;
  secrets?: (string | { source: string; target: string })[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  restart?: string;
  /** In seconds, with their unit. */
  stop_grace_period?: string;
  ports?: string[];
  profiles?: string[];
  networks?: { default: { aliases: string[] } };
  deploy?: { resources: { limits: { memory: string } } };
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
}

/** The compose file with its defaults. */
export const composeFile = (): ComposeFile =>
  parse(read('docker/compose.yaml').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'), { merge: true }) as ComposeFile;

export interface Variable {
  name: string;
  isRequired: boolean;
  isSecret: boolean;
}

/** The variables of a service, as docs/reference/configuration.md has them. */
export function variablesOf(service: string): Variable[] {
  const [, section = ''] = read('docs/reference/configuration.md').split(`\n## ${service}\n`);
  const [rows = ''] = section.split('\n## ');
  return [...rows.matchAll(/^\| `(\w+)` +\| (\S+) +\| (secret)? +\|/gm)].map(([, name = '', given, secret]) => ({
    name,
    isRequired: given === 'required',
    isSecret: secret !== undefined,
  }));
}
