import { execute, GraphQLError, parse, validate, visit, type DocumentNode } from 'graphql';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ok, type Answer } from '../http/answer.js';
import { readBearer } from '../oauth/parameters.js';
import type { LimitState } from '../oauth/rate-limits.js';
import type { Asked, Route } from '../oauth/rules.js';
import { answerUser } from '../oauth/user-routes.js';
import type { Person } from '../people.js';
import { rootOf, SCHEMA } from './schema.js';

const PATH = '/api.producthunt.com/v2/api/graphql';
/** Points of complexity, of the whole application. */
export const COMPLEXITY = { requests: 6_250, seconds: 900 };

const requestSchema = Type.Object({
  query: Type.String(),
  variables: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  operationName: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

export const limitHeaders = ({ limit, remaining, reset }: Omit<LimitState, 'isExceeded'>): Record<string, string> => ({
  'x-rate-limit-limit': String(limit),
  'x-rate-limit-remaining': String(remaining),
  'x-rate-limit-reset': String(Math.max(0, reset - Math.ceil(Date.now() / 1_000))),
});

/** One point for each field. */
function complexityOf(document: DocumentNode): number {
  let fields = 0;
  visit(document, { Field: () => void (fields += 1) });
  return fields;
}

/** Errors of a request, with status 200 as in GraphQL. */
const refused = (errors: readonly GraphQLError[]): Answer =>
  ok({ errors: errors.map((error) => ({ ...error.toJSON(), extensions: { code: 'undefinedField' } })) });

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: 10_000 });
  } catch (error) {
    return error instanceof GraphQLError ? error : new GraphQLError('Parse error');
  }
}

async function answer({ platform, body }: Asked, viewer?: Person): Promise<Answer> {
  if (!Value.Check(requestSchema, body)) return refused([new GraphQLError('No query string was present')]);
  const document = parsed(body.query);
  if (document instanceof GraphQLError) return refused([document]);
  const problems = validate(SCHEMA, document);
  if (problems.length > 0) return refused(problems);
  const cost = complexityOf(document);
  let state = platform.limits.count('complexity', COMPLEXITY, 0);
  for (let point = 0; point < cost; point += 1) state = platform.limits.count('complexity', COMPLEXITY);
  const headers = limitHeaders(state);
  if (state.isExceeded) return { ...platform.rules.faults.rate_limited(), headers };
  const result = await execute({
    ...{ schema: SCHEMA, document, rootValue: rootOf(platform, viewer) },
    ...{ variableValues: body.variables ?? {}, operationName: body.operationName ?? null },
  });
  return { ...ok(result), headers, cost };
}

/** With the token of a person or of the application. */
export const graphqlRoute = (): Route => ({
  name: 'graphql',
  method: 'POST',
  path: PATH,
  answer: async (asked) => {
    const token = readBearer(asked.headers.authorization) ?? '';
    const { rules, faults, signIn } = asked.platform;
    const route = { name: 'graphql', method: 'POST', path: PATH, scopes: ['public'] } as const;
    if (rules.appTokens?.includes(token)) {
      const isRevoked = faults.take(route.name, ['revoked_token']) !== undefined;
      return isRevoked ? signIn.refusal('bad', { ...route, answer }) : await answer(asked);
    }
    return await answerUser({ ...route, answer: ({ person, ...own }) => answer(own, person) }, asked);
  },
});
