import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '@questp/testing';
import { containersDirectory, type Engine } from './engine.js';

/** First part of the names of the images that are built here. */
export const REGISTRY = 'localhost/questp-proof';

/**
 * Builds every image of docker/Dockerfile by images.mjs, from this checkout as it is built: its files are mounted where
 * the stage `built` would have them.
 * @param base the Node.js image
 */
export async function buildImages(engine: Engine, base: string): Promise<void> {
  const conf = join(containersDirectory(), 'build.conf');
  await writeFile(conf, `${engine.conf}volumes = ["${workspaceRoot}:/questp:ro"]\n`);
  const images = join(workspaceRoot, 'tools/scripts/images.mjs');
  // Those that another run has left without a name.
  await engine.podman('image', 'prune', '--force');
  await engine.run(process.execPath, [images, '--registry', REGISTRY, '--built', base], {
    env: { CONTAINERS_CONF: conf },
  });
}
