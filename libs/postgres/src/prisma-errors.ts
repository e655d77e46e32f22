import { toAppError } from './database-errors.js';

interface Operation {
  args: unknown;
  query: (args: never) => Promise<unknown>;
}

/** Extension of a Prisma client ($extends) that makes AppErrors of failures as Database does. */
export const PRISMA_ERRORS = {
  query: {
    $allOperations: ({ args, query }: Operation) =>
      query(args as never).catch((error: unknown) => {
        throw toAppError(error);
      }),
  },
};
