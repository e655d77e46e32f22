import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { locateNatsServer, preparePostgresPrograms } from '@questp/local-stack';
import { workspaceRoot } from '@questp/testing';
import type { Engine } from './engine.js';

const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Names under which the images of this file are found again when what they are made of has not changed. */
const KEPT = 'localhost/questp-base';

/** The images that docker/Dockerfile and docker/compose.yaml name. */
export interface BaseImages {
  node: string;
  postgres: string;
  nats: string;
}

/** The name of a default in a file: `ARG NODE_IMAGE=<name>` or `${NATS_IMAGE:-<name>}`. */
async function imageNamed(file: string, variable: string): Promise<string> {
  const text = await readFile(join(workspaceRoot, file), 'utf8');
  const name = new RegExp(`${variable}(?:=|:-)([^}\\s]+)`).exec(text)?.[1];
  if (name === undefined) throw new Error(`${file} names no ${variable}`);
  return name;
}

interface Recipe {
  /** The image below it; none for a new file system. */
  from?: string;
  /** All that the image is made of, apart from `from`. */
  key: readonly string[];
  /** Puts files into a folder, which is copied to the root of the image. */
  files: (folder: string) => Promise<void>;
  /** Options of `buildah config`. */
  config?: readonly string[];
}

/** Makes an image, unless it is kept from an earlier run; returns its name. */
async function make(engine: Engine, name: string, { from = 'scratch', key, files, config = [] }: Recipe) {
  const digest = createHash('sha256')
    .update(JSON.stringify([from, key, config]))
    .digest('hex')
    .slice(0, 12);
  const image = `${KEPT}/${name}:${digest}`;
  const kept = await engine.podman('image', 'exists', image).catch(() => undefined);
  if (kept !== undefined) return image;
  const folder = await mkdtemp(join(tmpdir(), 'questp-image-'));
  const container = await engine.buildah('from', '--pull-never', from);
  try {
    await chmod(folder, 0o755);
    await files(folder);
    await engine.buildah('copy', '--quiet', container, folder, '/');
    await engine.buildah('config', '--env', PATH, ...config, container);
    await engine.buildah('commit', '--quiet', container, image);
  } finally {
    await engine.buildah('rm', container);
    await rm(folder, { recursive: true });
  }
  return image;
}

/** A release of Debian, with further packages, and a user for PostgreSQL. */
const debian = (engine: Engine, name: string, release: string, packages: readonly string[]) =>
  make(engine, name, {
    key: [release, ...packages],
    files: async (folder) => {
      const include = packages.length === 0 ? [] : [`--include=${packages.join(',')}`];
      await engine.run('debootstrap', ['--variant=minbase', ...include, release, folder]);
      await engine.run('chroot', [folder, 'useradd', '--system', 'postgres']);
      await rm(join(folder, 'var/cache/apt/archives'), { recursive: true, force: true });
    },
  });

/** Node.js of the version that the Dockerfile names, as the registry of npm has it. */
const node = (engine: Engine, from: string, version: string): Promise<string> =>
  make(engine, 'node', {
    from,
    key: [version],
    config: ['--cmd', 'node'],
    files: async (folder) => {
      const target = join(folder, 'usr/local');
      await mkdir(target, { recursive: true });
      const packed = ['pack', '--silent', `node-linux-${process.arch}@${version}`];
      const archive = await engine.run('npm', packed, { cwd: folder });
      const extracted = ['--strip-components=1', '-C', target, 'package/bin/node'];
      await engine.run('tar', ['-xzf', join(folder, archive), ...extracted]);
      await rm(join(folder, archive));
    },
  });

/** PostgreSQL of the tests, started as the official image starts it. */
async function postgres(engine: Engine, from: string): Promise<string> {
  const { version, postgres: program } = await preparePostgresPrograms();
  const entryPoint = await readFile(join(import.meta.dirname, '../../containers/postgres-entrypoint.sh'), 'utf8');
  return make(engine, 'postgres', {
    from,
    key: [version, entryPoint],
    config: [
      ...['--entrypoint', '["/usr/local/bin/docker-entrypoint.sh"]', '--cmd', 'postgres', '--stop-signal', 'SIGINT'],
      ...['--env', 'PGDATA=/var/lib/postgresql/data'],
    ],
    files: async (folder) => {
      await cp(dirname(dirname(program)), join(folder, 'usr/local'), { recursive: true, verbatimSymlinks: true });
      await mkdir(join(folder, 'var/lib/postgresql/data'), { recursive: true });
      await writeFile(join(folder, 'usr/local/bin/docker-entrypoint.sh'), entryPoint, { mode: 0o755 });
    },
  });
}

/** nats-server of the tests. */
async function nats(engine: Engine, from: string): Promise<string> {
  const { path, version } = await locateNatsServer((text) => console.log(text));
  return make(engine, 'nats', {
    from,
    key: [version],
    config: ['--cmd', 'nats-server'],
    files: async (folder) => {
      const bin = join(folder, 'usr/local/bin');
      await mkdir(bin, { recursive: true });
      await cp(path, join(bin, 'nats-server'));
      await chmod(join(bin, 'nats-server'), 0o755);
      await symlink('/bin/busybox', join(bin, 'wget'));
    },
  });
}

/**
 * Makes images of Debian's packages and of the programs of the tests, and gives them the names of the public images, so
 * that the Dockerfile and the compose file are used as they are. Of the public ones they have the programs, users, and
 * ways to be started that those files need.
 */
export async function makeBaseImages(engine: Engine): Promise<BaseImages> {
  const names = {
    node: await imageNamed('docker/Dockerfile', 'NODE_IMAGE'),
    postgres: await imageNamed('docker/compose.yaml', 'POSTGRES_IMAGE'),
    nats: await imageNamed('docker/compose.yaml', 'NATS_IMAGE'),
  };
  const [, version, release] = /:([\d.]+)-([a-z]+)-slim$/.exec(names.node) ?? [];
  if (version === undefined || release === undefined) throw new Error(`${names.node} names no release of Debian`);
  const plain = await debian(engine, 'debian', release, []);
  const servers = await debian(engine, 'debian-servers', release, ['busybox', 'postgresql-client']);
  await engine.podman('tag', await node(engine, plain, version), names.node);
  await engine.podman('tag', await postgres(engine, servers), names.postgres);
  await engine.podman('tag', await nats(engine, servers), names.nats);
  return names;
}
