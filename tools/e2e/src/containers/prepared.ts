import { SentenceError } from '@questp/local-stack';
import { type BaseImages, makeBaseImages } from './base-images.js';
import { Engine, STORAGE_DRIVERS } from './engine.js';
import { installPackages, podmanCompose } from './programs.js';

/** Engine and images that containers are started with. */
interface Prepared {
  engine: Engine;
  images: BaseImages;
}

/** Installs missing packages, makes the base images, and starts a container with the options of the compose file. */
async function prepare(): Promise<Prepared> {
  await installPackages();
  await podmanCompose();
  const failures: unknown[] = [];
  for (const driver of STORAGE_DRIVERS) {
    try {
      const engine = await Engine.open(driver);
      const images = await makeBaseImages(engine);
      const hardened = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--user', '10001'];
      await engine.podman(
        'run',
        '--rm',
        ...hardened,
        '--memory',
        '512m',
        '--cpus',
        '2',
        images.node,
        'node',
        '--version',
      );
      return { engine, images };
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

/** Why containers cannot be started, if a program or a requirement is what failed. */
function reasonOf(error: unknown): string {
  if (error instanceof SentenceError) return error.message;
  // Errors of Node.js are of another realm in Jest: they are no instances of its Error.
  const { cmd, stderr, message } = error as { cmd?: string; stderr?: string; message: string };
  if (cmd === undefined) throw error;
  const lines = (stderr || message).trim().split('\n');
  return `${cmd.slice(0, 80)}: ${lines.at(-1)?.slice(-200)}`;
}

/** What containers are started with here, or why none can be. */
export const prepared: Prepared | { missing: string } = await prepare().catch((error: unknown) => ({
  missing: reasonOf(error),
}));
