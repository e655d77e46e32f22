import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/**
 * Lists npm packages as a CycloneDX document, which is the same each time: it has no time and no serial number.
 * @param {string} name What they are part of.
 * @param {Iterable<string>} folders Those of the packages, below the root of the repository.
 */
export function sbomOf(name, folders) {
  /** @type {{ packages: Record<string, { integrity?: string }> }} */
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const components = new Map([...folders].map((folder) => componentOf(folder, lock.packages[folder]?.integrity)));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { 'bom-ref': name, type: 'application', name } },
    components: [...components].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component),
  };
}

/**
 * @param {string} folder
 * @param {string | undefined} integrity
 * @returns {[purl: string, component: object]}
 */
function componentOf(folder, integrity) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [, sha512] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  const component = {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
    ...(sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
  };
  return [purl, component];
}
