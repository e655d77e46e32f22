import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '@questp/local-stack';

const run = promisify(execFile);

/** How layers are stored: overlay where the file system of the cache permits it. */
export const STORAGE_DRIVERS = ['overlay', 'vfs'] as const;
export type StorageDriver = (typeof STORAGE_DRIVERS)[number];

/** State of running containers. It is in memory, as podman expects, and ends with the machine. */
const RUN = '/run/questp-containers';

/** Files that the engine keeps between runs: images, and programs that are not packages. */
export function containersDirectory(): string {
  const directory = join(cacheDirectory(), 'containers');
  mkdirSync(directory, { recursive: true });
  return directory;
}

/**
 * Settings under which podman also runs inside a container or a small virtual machine, and which keep its images,
 * networks and locks apart from those of the machine.
 */
const containersConf = (directory: string) => `[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
tmp_dir = "${RUN}/libpod"
[network]
network_backend = "netavark"
network_config_dir = "${directory}/networks"
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
log_driver = "k8s-file"
`;

const storageConf = (directory: string, driver: StorageDriver) => `[storage]
driver = "${driver}"
graphroot = "${directory}/${driver}"
runroot = "${RUN}/${driver}"
`;

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/** podman and buildah with one store of images. */
export class Engine {
  private constructor(
    readonly env: NodeJS.ProcessEnv,
    /** Its containers.conf, which ends in the table of containers. */
    readonly conf: string,
  ) {}

  static async open(driver: StorageDriver): Promise<Engine> {
    const directory = containersDirectory();
    await mkdir(join(directory, 'networks'), { recursive: true });
    const [file, storage] = [join(directory, 'containers.conf'), join(directory, `storage-${driver}.conf`)];
    const conf = containersConf(directory);
    await writeFile(file, conf);
    await writeFile(storage, storageConf(directory, driver));
    const env = { CONTAINERS_CONF: file, CONTAINERS_STORAGE_CONF: storage, BUILDAH_ISOLATION: 'chroot' };
    return new Engine({ ...process.env, ...env }, conf);
  }

  podman(...args: string[]): Promise<string> {
    return this.run('podman', args);
  }

  buildah(...args: string[]): Promise<string> {
    return this.run('buildah', args);
  }

  /** Runs a program that uses the engine; returns what it prints. */
  async run(program: string, args: readonly string[], { env = {}, cwd }: RunOptions = {}): Promise<string> {
    const { stdout } = await run(program, args, { cwd, env: { ...this.env, ...env }, maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  }
}
