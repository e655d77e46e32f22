import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@questp/manifest';
import { freePort, waitFor, workspaceRoot } from '@questp/testing';
import { REGISTRY } from './build-images.js';
import type { Engine } from './engine.js';
import { podmanCompose } from './programs.js';

/** The members used of podman's description of a container. */
export interface Container {
  Id: string;
  State: { Running: boolean; Pid: number; ExitCode: number };
  Config: { User: string };
  HostConfig: { ReadonlyRootfs: boolean; SecurityOpt: string[]; CapAdd: string[]; CapDrop: string[] };
  EffectiveCaps: string[] | null;
  NetworkSettings: { Networks: Record<string, { Gateway: string; IPAddress: string }> };
}

/** Long enough for a start of all containers on a busy machine. */
export const START_MS = 600_000;

/** Started first, because the services need them. */
export const SERVERS = ['postgres', 'nats'];

/** Two containers of each service. */
export const REPLICAS = SERVICES.flatMap(({ name }) => [name, `${name}-2`]);

/**
 * The platform of docker/compose.yaml, with secrets, ports and names of its own. podman-compose ignores conditions of
 * health with podman before 4.6, so it is started in the order that these conditions say.
 */
export class ComposedPlatform {
  private constructor(
    private readonly engine: Engine,
    private readonly compose: { program: string; script: string },
    private readonly project: string,
    /** A copy of docker/ with secrets. */
    private readonly folder: string,
    readonly gatewayUrls: string[],
  ) {}

  static async prepare(engine: Engine): Promise<ComposedPlatform> {
    const folder = await mkdtemp(join(tmpdir(), 'questp-containers-'));
    const docker = join(workspaceRoot, 'docker');
    const isOwn = (path: string) => [join(docker, 'secrets'), join(docker, 'env'), join(docker, '.env')].includes(path);
    await cp(docker, folder, { recursive: true, filter: (path) => !isOwn(path) });
    const secrets = join(workspaceRoot, 'tools/scripts/container-secrets.mjs');
    await engine.run(process.execPath, [secrets, '--folder', folder]);
    const ports = [await freePort(), await freePort()];
    const settings = { REGISTRY, API_PORT: ports[0], API_PORT_2: ports[1], COMPOSE_PROFILES: 'replicas' };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(folder, '.env'), lines.join(''));
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    return new ComposedPlatform(engine, await podmanCompose(), `questp-proof-${process.pid}`, folder, urls);
  }

  /** A secret that was made for this platform. */
  async secret(name: string): Promise<string> {
    return (await readFile(join(this.folder, 'secrets', name), 'utf8')).trim();
  }

  /** Adds variables of a service. */
  async setVariables(service: string, variables: Record<string, string>): Promise<void> {
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
    await appendFile(join(this.folder, 'env', `${service}.env`), lines.join(''));
  }

  /** Starts PostgreSQL and nats-server, and with them the network. */
  async startServers(): Promise<void> {
    await this.run('up', '-d', '--no-deps', ...SERVERS);
    await this.untilHealthy(SERVERS);
  }

  /** Starts all others. */
  async startServices(): Promise<void> {
    await this.run('up', '-d', '--no-deps', 'prepare');
    const prepare = async () => (await this.inspect('prepare')).State;
    const { ExitCode } = await waitFor(
      async () => {
        const state = await prepare();
        return !state.Running && state;
      },
      { what: 'prepare to end', timeoutMs: START_MS, intervalMs: 500 },
    );
    if (ExitCode !== 0) throw new Error(`prepare ended with ${ExitCode}\n${await this.logs('prepare')}`);
    await this.run('up', '-d', '--no-deps', ...REPLICAS);
    await this.untilHealthy(REPLICAS);
  }

  /** Stops and removes the containers and the network; data stays. */
  async down(): Promise<void> {
    await this.run('down');
  }

  /** Removes all that was started, and all that was made. */
  async remove(): Promise<void> {
    await this.run('down', '--volumes');
    await rm(this.folder, { recursive: true });
  }

  async inspect(service: string): Promise<Container> {
    const [found] = JSON.parse(await this.engine.podman('inspect', await this.id(service))) as Container[];
    if (!found) throw new Error(`There is no container of ${service}`);
    return found;
  }

  /** For the superuser. Another one after PostgreSQL was started again. */
  async databaseUrl(): Promise<string> {
    const { IPAddress } = await this.networkOf('postgres');
    return `postgresql://postgres:${await this.secret('postgres_password')}@${IPAddress}:5432/questp`;
  }

  /** The address of this machine in the network of the containers. */
  async ownAddress(): Promise<string> {
    return (await this.networkOf('postgres')).Gateway;
  }

  private async networkOf(service: string) {
    const [network] = Object.values((await this.inspect(service)).NetworkSettings.Networks);
    if (!network) throw new Error(`${service} has no network`);
    return network;
  }

  /** Runs a program in the container. */
  async exec(service: string, ...command: string[]): Promise<string> {
    return this.engine.podman('exec', await this.id(service), ...command);
  }

  async logs(service: string): Promise<string> {
    return this.engine.podman('logs', '--tail', '30', await this.id(service));
  }

  /** SIGTERM, as `docker stop` sends it. */
  async stop(service: string): Promise<void> {
    await this.engine.podman('stop', await this.id(service));
  }

  /** When the service logged that it stops, in ms since 1970. */
  async stoppedAt(service: string): Promise<number> {
    const log = await this.engine.podman('logs', await this.id(service));
    const lines = log.split('\n').filter((line) => line.includes('"msg":"stopping"'));
    const { time } = JSON.parse(lines.at(-1) ?? '{}') as { time?: string };
    if (time === undefined) throw new Error(`${service} did not log that it stops`);
    return Date.parse(time);
  }

  async start(service: string): Promise<void> {
    await this.engine.podman('start', await this.id(service));
  }

  /** Kills the first process of the container, as the kernel does when memory runs out. */
  async crash(service: string): Promise<void> {
    process.kill((await this.inspect(service)).State.Pid, 'SIGKILL');
  }

  /** Whether the health check of the compose file passes. */
  async isHealthy(service: string): Promise<boolean> {
    try {
      await this.engine.podman('healthcheck', 'run', await this.id(service));
      return true;
    } catch {
      return false;
    }
  }

  async untilHealthy(services: readonly string[]): Promise<void> {
    for (const service of services) {
      const healthy = () => this.isHealthy(service);
      await waitFor(healthy, { what: `${service} to be healthy`, timeoutMs: START_MS, intervalMs: 500 }).catch(
        async (error: unknown) => {
          throw new Error(`${service} is not healthy:\n${await this.logs(service)}`, { cause: error });
        },
      );
    }
  }

  private async id(service: string): Promise<string> {
    const labels = { project: this.project, service };
    const filters = Object.entries(labels).flatMap(([name, value]) => [
      '--filter',
      `label=com.docker.compose.${name}=${value}`,
    ]);
    return this.engine.podman('ps', '--all', '--quiet', '--no-trunc', ...filters);
  }

  private async run(...args: string[]): Promise<string> {
    const { program, script } = this.compose;
    const which = ['--in-pod', 'false', '--project-name', this.project, '--file', join(this.folder, 'compose.yaml')];
    return this.engine.run(program, [script, ...which, ...args]);
  }
}
