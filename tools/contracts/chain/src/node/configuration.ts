import { readFile, writeFile } from 'node:fs/promises';

/** Sets `name = value` lines of a TOML file that wasmd wrote. Throws when one is not there. */
export async function configure(file: string, values: Record<string, string | number | boolean>): Promise<void> {
  let text = await readFile(file, 'utf8');
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name} = .*$`, 'm');
    if (!line.test(text)) throw new Error(`${file} has no line for ${name}`);
    text = text.replace(line, () => `${name} = ${JSON.stringify(value)}`);
  }
  await writeFile(file, text);
}
