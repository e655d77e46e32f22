import { fileURLToPath } from 'node:url';

/** The folder of a service's own migrations. This file lies three folders below the root, also in a bundle. */
export const migrationsOf = (service: string): string =>
  fileURLToPath(new URL(`../../../prisma/migrations/${service}`, import.meta.url));
