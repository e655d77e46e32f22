import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@questp/manifest';
import { root } from '../testing/compose.fixture.js';

interface Sbom {
  metadata: { component: { name: string } };
  components: { name: string; version: string; purl: string; licenses: unknown[]; hashes: { content: string }[] }[];
}

describe('tools/scripts/image-files.mjs', () => {
  let folder: string;
  let files: Map<string, Buffer>;
  const makeFiles = () => {
    rmSync(folder, { recursive: true });
    execFileSync(process.execPath, [join(root, 'tools/scripts/image-files.mjs'), 'deploy', folder]);
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
    return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'questp-image-'));
    files = makeFiles();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('makes the same bytes each time, the compiled code included', () => {
    const again = makeFiles();
    expect([...again.keys()]).toEqual([...files.keys()]);
    expect(again.has('app/tools/contracts/deploy/bundle/service.cjs.cache')).toBe(true);
    const differing = [...files].filter(([path, content]) => again.get(path)?.equals(content) !== true);
    expect(differing.map(([path]) => path)).toEqual([]);
  });

  it('lists in sbom.cdx.json every package that is in the image, and no other', () => {
    const bundle = files.get('app/tools/contracts/deploy/bundle/service.cjs')?.toString() ?? '';
    // esbuild names each file that it bundles in a comment.
    const bundled = [...bundle.matchAll(/^ *\/\/ (.*node_modules\/(?:@[^/\n]+\/)?[^/\n]+)\//gm)].map(
      ([, path = '']) => path,
    );
    const beside = [...files.keys()].flatMap(
      (file) => /^app\/(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
    );
    expect(beside).toContain('node_modules/secp256k1');
    const present = [...new Set([...bundled, ...beside])].map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      return `${name} ${version}`;
    });

    const { metadata, components } = JSON.parse(String(files.get('app/sbom.cdx.json'))) as Sbom;
    expect(metadata.component.name).toBe('questp/deploy');
    expect(components.map(({ name, version }) => `${name} ${version}`).sort()).toEqual([...new Set(present)].sort());
    for (const { name, version, purl, licenses, hashes } of components) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect(licenses).toHaveLength(1);
      expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    }
  });

  it('has the driver of the database in the bundle of services with one alone', () => {
    const withDriver = SERVICES.filter(({ name }) => {
      const packages = readFileSync(join(root, `apps/${name}/bundle/packages.json`), 'utf8');
      return (JSON.parse(packages) as string[]).includes('node_modules/pg');
    });
    expect(withDriver).toEqual(SERVICES.filter(({ schema }) => schema !== null));
  });
});
