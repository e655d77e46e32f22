import type { Closure } from './import-closure.js';

/** The part of package-lock.json that lists installed packages. */
export interface PackageLock {
  packages: Record<
    string,
    {
      version?: string;
      integrity?: string;
      dependencies?: object;
      optionalDependencies?: object;
      peerDependencies?: object;
    }
  >;
}

/** `<place>@<version> <integrity>` of these packages and of all they need, as package-lock.json pins them; sorted. */
export function lockedPackages({ packages }: PackageLock, wanted: Closure['packages']): string[] {
  const found = new Set<string>();
  const open = [...wanted];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const place = placeOf(packages, next);
    // Optional packages may be missing, and modules of Jest and Node are not packages.
    if (place === undefined || found.has(place)) continue;
    found.add(place);
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      open.push({ from: place, name });
    }
  }
  return [...found].sort().map((place) => `${place}@${packages[place]?.version} ${packages[place]?.integrity}`);
}

/** Where Node finds a package: in the nearest node_modules on the way up. */
function placeOf(
  packages: PackageLock['packages'],
  { from, name }: { from: string; name: string },
): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}
