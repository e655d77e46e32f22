import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { VariableRow } from '@questp/service-kit';
import { SERVICES } from '@questp/manifest';

/** What a service prints about itself. */
export interface ServiceProgram {
  /** Its name. */
  service: string;
  /** The output of its command `config`. */
  variables: VariableRow[];
  /** Its commands with their summaries, from `--help`. */
  commands: { name: string; summary: string }[];
}

/** Every service of the manifest, from the compiled files, because bundles are made later. */
export const servicePrograms = (): Promise<ServiceProgram[]> =>
  Promise.all(
    SERVICES.map(async ({ name: service }) => {
      const program = `import { service } from './apps/${service}/dist/main.js';
        await service.run(['config']);
        process.stdout.write('\\0');
        await service.run(['--help']);`;
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
      const [config = '', help = ''] = stdout.split('\0');
      return { service, variables: JSON.parse(config) as VariableRow[], commands: commandsOf(help) };
    }),
  );

/** What the program of the image `deploy` prints with `--help`. */
export async function deployHelp(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/contracts/deploy/dist/main.js', '--help']);
  return stdout.trimEnd();
}

const commandsOf = (help: string) =>
  [...help.matchAll(/^ {2}(\S+) {2,}(.*)$/gm)].map(([, name = '', summary = '']) => ({ name, summary }));
