import { SERVICES, type ServiceRow } from '@questp/manifest';
import { failStart } from '@questp/service';
import { migrateTables } from './data-commands.js';
import { prepareCommand } from './prepare-command.js';

/** The variables with the address of the database as the role of a service, of which each has its own. */
const databaseVariables = ({ name }: ServiceRow, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const prefix = name.toUpperCase().replaceAll('-', '_');
  return {
    ...env,
    DATABASE_URL: env[`${prefix}_DATABASE_URL`],
    DATABASE_URL_FILE: env[`${prefix}_DATABASE_URL_FILE`],
  };
};

/** Runs a command of a service and prints what it says. Ends the process with a sentence when it fails. */
async function step({ name }: ServiceRow, command: string, run: () => Promise<string>): Promise<void> {
  process.stdout.write(await run().catch((error: unknown) => failStart(`prepare ${name} ${command}`, error)));
}

/**
 * The program of the image `prepare`: the commands migrate and prepare-broker of every service, in the order of the
 * manifest. It can run beside running services, and again after a failure. DATABASE_URL of a service is
 * <SERVICE>_DATABASE_URL here, such as QUESTS_VERIFY_DATABASE_URL.
 */
export const service = {
  run: async (): Promise<void> => {
    for (const row of SERVICES) {
      if (row.schema !== null)
        await step(row, 'migrate', () => migrateTables(row, databaseVariables(row, process.env)));
      await step(row, 'prepare-broker', () => prepareCommand(row));
    }
  },
};
