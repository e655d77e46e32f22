import { dirname } from 'node:path';

/** By file: the files of the same project that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Each file that lies beside folders, imports from them and is imported from them, also through other files beside them:
 * a circle of the folder with itself, which no comparison of folder with folder shows.
 */
export function besideFolders(imports: Imports): { file: string; user: string; used: string }[] {
  const files = [...imports.keys()];
  return [...new Set(files.map((file) => dirname(file)))].flatMap((folder) => {
    const isBeside = (file: string) => dirname(file) === folder;
    const isBelow = (file: string) => file.startsWith(`${folder}/`) && !isBeside(file);
    const users = usersOf(files.filter(isBelow), imports, isBeside);
    return files.filter(isBeside).flatMap((file) => {
      const user = users.get(file);
      const used = imports.get(file)?.find(isBelow);
      return user && used ? [{ file, user, used }] : [];
    });
  });
}

/** By file that `isBeside`: one that imports it, of those `below` or of those that these import in turn. */
function usersOf(below: readonly string[], imports: Imports, isBeside: (file: string) => boolean): Map<string, string> {
  const users = new Map<string, string>();
  const open = [...below];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const used of imports.get(file) ?? []) {
      if (!isBeside(used) || users.has(used)) continue;
      users.set(used, file);
      open.push(used);
    }
  }
  return users;
}
