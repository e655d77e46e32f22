import { toAppError } from './database-errors.js';
import { inPrismaSpan } from './statement-spans.js';

interface Operation {
  model?: string;
  operation: string;
  args: unknown;
  query: (args: never) => Promise<unknown>;
}

/** Extension of a Prisma client ($extends) that converts errors and adds spans, as Database does. */
export const LIKE_DATABASE = {
  query: {
    $allOperations: ({ model, operation, args, query }: Operation) =>
      inPrismaSpan(model, operation, () => query(args as never)).catch((error: unknown) => {
        throw toAppError(error);
      }),
  },
};
