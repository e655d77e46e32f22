import { ERROR_TABLE, type ErrorCode } from '@questp/messages/language';
import type { Answer } from '@questp/players';
import type { Problem } from '@questp/sdk';

/** Expects this error, as a problem document. */
export function expectProblem(answer: Answer, code: ErrorCode): Problem {
  const problem = expectAnyProblem(answer);
  expect({ status: answer.response.status, code: problem.code }).toEqual({ status: ERROR_TABLE[code].status, code });
  return problem;
}

/** Expects an error of the table, as a problem document without internal details. */
export function expectAnyProblem({ error, response: { status, headers } }: Answer): Problem {
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: expect.any(Number) as number,
    type: expect.stringMatching(/^application\/problem\+json/) as string,
  });
  const problem = error as Problem;
  const known = ERROR_TABLE[problem.code];
  expect(known).toBeDefined();
  expect(problem).toMatchObject({
    type: `/docs/errors#${problem.code}`,
    title: known.title,
    status: known.status,
    detail: expect.any(String) as string,
    instance: expect.any(String) as string,
    requestId: headers.get('x-request-id'),
  });
  expect(status).toBe(known.status);
  expect(JSON.stringify(problem)).not.toMatch(/node_modules|\bat .*\.[jt]s:\d+|SELECT |INSERT |prisma|ECONN/i);
  return problem;
}
