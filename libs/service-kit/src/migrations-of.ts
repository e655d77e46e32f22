import { fileURLToPath } from 'node:url';

/** The folder of a service's own migrations. This file lies three folders below the root, as source and as build. */
export const migrationsOf = (service: string): string =>
  fileURLToPath(new URL(`../../../prisma/migrations/${service}`, import.meta.url));
