import { CONTRACTS } from '../contracts.js';
import { isPrincipalValue, principalValue, readCaller, writeCaller, type Caller } from '../access/caller.js';
import type { Principal } from '../access/principals.js';
import { Nothing } from '../language/contract/common.js';
import { contract, filledMembers, type Contract, type HttpBinding } from '../language/contract/contract.js';
import type { AppError } from '../language/errors/app-error.js';
import { ACCESS_TABLE } from './access-table.js';
import { requireCaller } from './require-allowed.js';

const PROJECT = '00000000-0000-7000-8000-000000000001';
const USER: Principal = {
  family: 'user',
  userId: `svcuser_${'1'.repeat(32)}`,
  sessionId: '00000000-0000-7000-8000-000000000011',
  status: 'active',
};
const ADMIN: Principal = {
  family: 'admin',
  adminId: `svcadmin_${'2'.repeat(32)}`,
  sessionId: '00000000-0000-7000-8000-000000000012',
  role: 'super_admin',
  signedInAt: '2026-05-01T12:00:00.000Z',
  mustChangePassword: false,
  mustEnableTwoFactor: false,
};
const API_KEY: Principal = {
  family: 'api_key',
  apiKeyId: '00000000-0000-7000-8000-000000000013',
  projectId: PROJECT,
  scopes: ['project:read', 'submissions:read', 'leaderboard:read', 'exports:read'],
};

interface Case {
  of: Contract;
  binding: HttpBinding;
  principal: Principal | null;
}

const everyCase: Case[] = CONTRACTS.flatMap((of) =>
  of.http.flatMap((binding) => {
    const { anonymous, user, admin, apiKey } = ACCESS_TABLE[binding.id]?.allow ?? {};
    const principals = [...(anonymous ? [null] : []), ...(user ? [USER] : []), ...(admin ? [ADMIN] : [])];
    return [...principals, ...(apiKey ? [API_KEY] : [])].map((principal) => ({ of, binding, principal }));
  }),
);

/** Members that the gateway sets; undefined: it leaves them out. */
function callerMembers({ of, binding, principal }: Case): Record<string, unknown> {
  const filled = [...filledMembers(of, binding)].map(([name, value]): [string, unknown] => [
    name,
    isPrincipalValue(value) ? principalValue(value, principal) : undefined,
  ]);
  return { ...binding.set, ...Object.fromEntries(filled) };
}

/** The request as the service receives it. */
const requestOf = (one: Case): object =>
  JSON.parse(JSON.stringify({ projectId: PROJECT, ...callerMembers(one) })) as object;

const callerOf = ({ binding, principal }: Case): Caller => ({ operation: binding.id, principal });

function refusal(work: () => unknown): string {
  try {
    work();
    return 'admitted';
  } catch (error) {
    return (error as AppError).code;
  }
}

const name = ({ binding, principal }: Case) => `${binding.id} by ${principal?.family ?? 'an anonymous caller'}`;

describe('requireCaller', () => {
  it('admits the request that the gateway makes for each operation, and refuses one that names another caller', () => {
    expect(everyCase.length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const one of everyCase) {
      const request = requestOf(one);
      const admitted = refusal(() => requireCaller(one.of, callerOf(one), request));
      if (admitted !== 'admitted') wrong.push(`${name(one)}: ${admitted}`);
      for (const [member, value] of Object.entries(callerMembers(one))) {
        if (value === undefined) continue;
        const forged = { ...request, [member]: `${USER.userId.slice(0, -1)}f` };
        if (refusal(() => requireCaller(one.of, callerOf(one), forged)) === 'admitted') {
          wrong.push(`${name(one)} with another ${member}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('refuses a missing caller, another operation, and a family that the rule of the operation does not name', () => {
    const wrong: string[] = [];
    for (const one of everyCase) {
      if (one.of.callers.length > 0) continue;
      const request = requestOf(one);
      const other = one.of.http.some(({ id }) => id === 'listTaskTypes') ? 'getMe' : 'listTaskTypes';
      const callers = [undefined, { operation: other, principal: one.principal }, { operation: '', principal: null }];
      for (const caller of callers) {
        if (refusal(() => requireCaller(one.of, caller, request)) !== 'FORBIDDEN') wrong.push(name(one));
      }
      const { anonymous, user, admin, apiKey } = ACCESS_TABLE[one.binding.id]?.allow ?? {};
      const strangers = [
        ...(anonymous ? [] : [null]),
        ...(user ? [] : [USER]),
        ...(admin ? [] : [ADMIN]),
        ...(apiKey ? [] : [API_KEY]),
      ];
      for (const principal of strangers) {
        const caller = { operation: one.binding.id, principal };
        const code =
          principal === null
            ? 'UNAUTHENTICATED'
            : principal === API_KEY
              ? 'API_KEY_NOT_ACCEPTED'
              : 'WRONG_TOKEN_FAMILY';
        if (refusal(() => requireCaller(one.of, caller, request)) !== code) wrong.push(name(one));
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a service that the contract names, without a principal', () => {
    const inside = contract({ subject: 'test.access.inside', callers: ['identity'], request: Nothing, reply: null });
    expect(requireCaller(inside, undefined, {})).toBeUndefined();
    expect(requireCaller(inside, { operation: 'getMe', principal: USER }, {})).toBeUndefined();
    const nobodys = contract({ subject: 'test.access.nobodys', request: Nothing, reply: null });
    expect(refusal(() => requireCaller(nobodys, undefined, {}))).toBe('FORBIDDEN');
  });
});

describe('a caller', () => {
  it.each([null, USER, ADMIN, API_KEY])('is read as it is written: %j', (principal) => {
    const caller = { operation: 'getMe', principal };
    expect(readCaller(writeCaller(caller))).toEqual(caller);
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"operation":"getMe"}',
    '{"principal":null}',
    '{"operation":"getMe","principal":{}}',
    '{"operation":"getMe","principal":{"family":"__proto__"}}',
    '{"operation":"getMe","principal":{"family":"constructor"}}',
    JSON.stringify({ operation: 'getMe', principal: { ...USER, userId: 'svcuser_1' } }),
    JSON.stringify({ operation: 'getMe', principal: { ...ADMIN, role: 'root' } }),
    JSON.stringify({ operation: 'getMe', principal: { ...USER, family: 'admin' } }),
  ])('is none in %s', (text) => {
    expect(readCaller(text)).toBeUndefined();
  });
});
