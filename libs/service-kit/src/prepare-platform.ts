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

/**
 * The program of the image `prepare`: the commands migrate and prepare-broker of every service, in the order of the
 * manifest. It can run beside running services, and again after a failure. DATABASE_URL of a service is
 * <SERVICE>_DATABASE_URL here, such as QUESTS_VERIFY_DATABASE_URL.
 */
export const service = {
  run: async (): Promise<void> => {
    for (const row of SERVICES) {
      try {
        if (row.schema !== null) process.stdout.write(await migrateTables(row, databaseVariables(row, process.env)));
        process.stdout.write(await prepareCommand(row));
      } catch (error) {
        failStart(`prepare ${row.name}`, error);
      }
    }
  },
};
