import { readFile } from 'node:fs/promises';
import yaml from 'yaml';

/** A service of docker/compose.yaml, of what docs/reference/containers.md says. */
export interface ComposeService {
  image: string;
  environment?: Record<string, string>;
  env_file?: string;
  tmpfs?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  deploy?: { resources: { limits: { memory: string; cpus: string } } };
}

/** The services of docker/compose.yaml by name, with the defaults of its variables. */
export async function composeServices(): Promise<Record<string, ComposeService>> {
  const text = (await readFile('docker/compose.yaml', 'utf8')).replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
  return (yaml.parse(text, { merge: true }) as { services: Record<string, ComposeService> }).services;
}

export interface ImageSettings {
  user: string;
  /** Variables that the image sets. */
  variables: Map<string, string>;
  /** Labels of the image `deploy` with the checksum of each contract. */
  checksums: [label: string, checksum: string][];
}

/** What docker/Dockerfile sets in every image, and in `deploy`. */
export async function imageSettings(): Promise<ImageSettings> {
  const text = await readFile('docker/Dockerfile', 'utf8');
  const given = /^ENV (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
  return {
    user: /^USER (\S+)$/m.exec(text)?.[1] ?? '',
    variables: new Map(given.map((one) => [one.split('=')[0] ?? '', one.split('=')[1] ?? ''])),
    checksums: [...text.matchAll(/(io\.questp\.contract\.\w+\.sha256)="(\w+)"/g)].map(
      ([, label = '', checksum = '']) => [label, checksum],
    ),
  };
}
