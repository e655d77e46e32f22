import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROGRAMS } from './programs.mjs';
import { root, run } from './workspace.mjs';

const HELP = `node tools/scripts/images.mjs [options] [<image>...]

Builds the images of docker/Dockerfile with buildah, for podman, and prints what each adds to its base. All of programs.mjs, unless
named.

  --registry <name>      first part of their names (localhost/questp, which docker/compose.yaml asks for)
  --tag <tag>            their tag (latest)
  --node-image <image>   the base, by default the one that the Dockerfile names
  --source <url>         address of the repository, for the label org.opencontainers.image.source
  --built <image>        an image with the built repository in /questp; without it, one is built first, which runs npm ci
  --list                 prints the images with their targets in the Dockerfile, for building them by other means
  --help                 this text

Layers are the same for the same commit and base: times are those of the commit.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    registry: { type: 'string', default: 'localhost/questp' },
    tag: { type: 'string', default: 'latest' },
    'node-image': { type: 'string' },
    source: { type: 'string', default: '' },
    built: { type: 'string' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (values.list) {
  for (const { name, target } of PROGRAMS) console.log(`${name} ${target}`);
  process.exit(0);
}

const unknown = positionals.find((name) => !PROGRAMS.some((program) => program.name === name));
if (unknown !== undefined) {
  console.error(`There is no image ${unknown}.\n\n${HELP}`);
  process.exit(64);
}

const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8');
const base = values['node-image'] ?? /^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile)?.[1] ?? '';

const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const [revision = '', time = ''] = git('log', '-1', '--format=%H %ct').split(' ');

/**
 * @param {string} target
 * @param {string} name
 * @param {Record<string, string>} given
 */
async function build(target, name, given) {
  const args = Object.entries({ NODE_IMAGE: base, ...given }).flatMap(([key, value]) => [
    '--build-arg',
    `${key}=${value}`,
  ]);
  const file = join(root, 'docker/Dockerfile');
  const how = ['--format', 'docker', '--timestamp', time, '--target', target, '--file', file];
  // A layer of each step, for the next build, where they are not those of an image that is released.
  if (target === 'built') how.push('--layers');
  if (!(await run('buildah', ['bud', '--quiet', ...how, ...args, '--tag', name, root], { quiet: true })))
    process.exit(1);
}

/**
 * The layers of an image, the base's first; sizes are those of the uncompressed layers.
 * @returns {{ digest: string, size: number }[]}
 */
function layersOf(/** @type {string} */ image) {
  const text = execFileSync('buildah', ['inspect', '--type', 'image', image], { encoding: 'utf8' });
  return JSON.parse(JSON.parse(text).Manifest).layers;
}

let { built } = values;
if (built === undefined) {
  built = `${values.registry}/built:${values.tag}`;
  await build('built', built, {});
}
for (const { name, target } of PROGRAMS.filter((one) => positionals.length === 0 || positionals.includes(one.name))) {
  const image = `${values.registry}/${name}:${values.tag}`;
  await build(target, image, {
    BUILT: built,
    IMAGE: name,
    VERSION: values.tag,
    REVISION: revision,
    CREATED: new Date(Number(time) * 1000).toISOString(),
    SOURCE: values.source,
  });
  const own = layersOf(image).slice(layersOf(base).length);
  const megabytes = own.reduce((sum, { size }) => sum + size, 0) / 1e6;
  console.log(`${image}  ${megabytes.toFixed(1)} MB above its base  ${own.map(({ digest }) => digest).join(' ')}`);
}
