import {
  contract,
  Creating,
  Flag,
  Id,
  Nothing,
  UserId,
  type Contract,
  type HttpBinding,
} from '@questp/messages/language';
import type { AccessRule } from '@questp/messages/tables';
import { Operations } from './operations.js';

class ThingRequest {
  @Id()
  projectId!: string;
}

class OwnThingRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

class NamedRequest {
  @Flag()
  name!: boolean;
}

const described = { tag: 'things', summary: 'A thing' };
let subjects = 0;

const things = (
  request: Contract['request'],
  ...bindings: Pick<HttpBinding, 'id' | 'route' | 'idempotent'>[]
): Contract =>
  contract({
    subject: `test.things.${(subjects += 1)}`,
    request,
    reply: null,
    http: bindings.map((binding) => ({ ...described, ...binding })),
  });
const anyone: AccessRule = { allow: { anonymous: true } };
const user: AccessRule = { allow: { user: {} } };

const getThing = things(Nothing, { id: 'getThing', route: 'GET /v1/things' });

describe('the operations', () => {
  it('start when every binding has a rule that fits it', () => {
    const operations = new Operations([getThing], { getThing: anyone });
    expect([...operations].map(({ binding }) => binding.id)).toEqual(['getThing']);
    expect(operations.find('HEAD', '/v1/things')).toBe(operations.find('GET', '/v1/things'));
    expect(operations.methodsOf('/v1/things')).toEqual(['HEAD', 'GET']);
    expect(operations.methodsOf('/v1/things/1')).toEqual([]);
  });

  it.each<[string, Contract[], Record<string, AccessRule>, string]>([
    ['a binding without a rule', [getThing], {}, 'getThing has no access rule'],
    [
      'a rule without a binding',
      [getThing],
      { getThing: anyone, other: anyone },
      'other has an access rule, but is no',
    ],
    ['an inherited name', [things(Nothing, { id: 'toString', route: 'GET /v1/a' })], {}, 'toString has no access rule'],
    [
      'an id that two bindings have',
      [getThing, things(Nothing, { id: 'getThing', route: 'GET /v1/others' })],
      { getThing: anyone },
      'getThing names two operations',
    ],
    [
      'a route that two bindings have',
      [getThing, things(Nothing, { id: 'other', route: 'GET /v1/things' })],
      { getThing: anyone, other: anyone },
      'GET /v1/things is the route of two operations',
    ],
    [
      'a role in no project',
      [getThing],
      { getThing: { allow: { user: { role: 'project_admin' } } } },
      'getThing asks for a role in a project',
    ],
    [
      'an API key of any project',
      [getThing],
      { getThing: { allow: { apiKey: 'project:read' } } },
      'getThing admits API keys, but does not know of which project',
    ],
    [
      'a user id where nobody is signed in',
      [things(OwnThingRequest, { id: 'getOwn', route: 'GET /v1/own' })],
      { getOwn: { allow: { anonymous: true, user: {} } } },
      'getOwn needs userId, which anonymous does not have',
    ],
    [
      'an Idempotency-Key nobody takes',
      [things(Nothing, { id: 'create', route: 'POST /v1/things', idempotent: true })],
      { create: user },
      'create takes an Idempotency-Key, but',
    ],
  ])('do not start with %s', (_, contracts, table, problem) => {
    expect(() => new Operations(contracts, table)).toThrow(problem);
  });

  it('do not start with a path parameter of any form', () => {
    const anything = things(NamedRequest, { id: 'getNamed', route: 'GET /v1/named/:name' });
    expect(() => new Operations([anything], { getNamed: anyone })).toThrow('A path parameter needs a pattern');
  });

  it('admit a role and an API key where the route names the project', () => {
    const ofProject = things(ThingRequest, { id: 'getOfProject', route: 'GET /v1/projects/:projectId/thing' });
    const rule: AccessRule = { allow: { user: { role: 'project_admin' }, apiKey: 'project:read' } };
    expect(() => new Operations([ofProject], { getOfProject: rule })).not.toThrow();
  });

  it('take an Idempotency-Key where the binding says so, and nowhere else', () => {
    const create = things(
      Creating,
      { id: 'create', route: 'POST /v1/more', idempotent: true },
      { id: 'createOnce', route: 'POST /v1/once' },
    );
    const operations = [...new Operations([create], { create: user, createOnce: user })];
    expect(operations.map(({ filled }) => [...filled.values()])).toEqual([['idempotency'], []]);
  });
});
