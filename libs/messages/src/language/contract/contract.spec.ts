import { contract, pathParameters, sentMembers, type HttpBinding } from './contract.js';
import { PageRequest, pageOf } from './paging.js';
import { Id, OneOf, Text, UserId, combine, partial } from '../fields/index.js';

class Thing {
  @Id()
  thingId!: string;

  @UserId({ from: 'userId' })
  userId!: string;

  @OneOf(['open', 'close'])
  step!: string;

  @Text()
  note!: string;
}

const binding = (more: Partial<HttpBinding> = {}): HttpBinding => ({
  id: 'changeThing',
  route: 'POST /v1/things/:thingId',
  tag: 'things',
  summary: 'Changes a thing',
  ...more,
});

const declare = (http?: HttpBinding | readonly HttpBinding[]) =>
  contract({ subject: 'test.contract', request: Thing, reply: null, http });

describe('contract', () => {
  it('has its bindings', () => {
    const made = declare([binding(), binding({ id: 'openThing', set: { step: 'open' } })]);
    expect(made.http.map(({ id }) => id)).toEqual(['changeThing', 'openThing']);
    expect(declare().http).toEqual([]);
  });

  it('waits for five seconds by default otherwise', () => {
    expect(declare().deadlineMs).toBe(5_000);
  });

  it('changes something unless all its bindings are GETs, or it says so where it has none', () => {
    const get = binding({ id: 'getThing', route: 'GET /v1/things/:thingId' });
    expect([declare(get), declare(binding()), declare([get, binding()])].map(({ changes }) => changes)).toEqual([
      false,
      true,
      true,
    ]);
    const inside = { request: Thing, reply: null };
    expect(contract({ subject: 'test.contract.writes', ...inside }).changes).toBe(true);
    expect(contract({ subject: 'test.contract.reads', ...inside, reads: true }).changes).toBe(false);
  });

  it.each([
    ['path', binding({ route: 'POST /v1/things/:otherId' }), 'otherId'],
    ['set', binding({ set: { color: 'red' } }), 'color'],
    ['fill', binding({ fill: { ownerId: 'userId' } }), 'ownerId'],
    ['requires', binding({ requires: ['reason'] }), 'reason'],
  ])('refuses a binding whose %s names a member the request does not take', (_, http, name) => {
    expect(() => declare(http)).toThrow(`changeThing names ${name}`);
  });

  it('can answer INVALID_CURSOR when its request is for a page', () => {
    class ListThings extends PageRequest {}
    class ListOwnThings extends combine(Thing, PageRequest) {}
    for (const request of [ListThings, ListOwnThings]) {
      const list = contract({ subject: 'test.contract.list', request, reply: pageOf(Thing) });
      expect(list.errors).toEqual(['INVALID_CURSOR']);
    }
    expect(declare().errors).toEqual([]);
  });
});

describe('a client sends', () => {
  it('what neither the path nor the binding nor the caller decides', () => {
    const made = declare([
      binding(),
      binding({ id: 'openThing', set: { step: 'open' } }),
      binding({ id: 'noteThing', route: 'POST /v1/things', fill: { thingId: 'sessionId' } }),
    ]);
    expect(made.http.map((http) => sentMembers(made, http))).toEqual([['step', 'note'], ['note'], ['step', 'note']]);
    expect(pathParameters(binding({ route: 'GET /v1/a/:thingId/b/:userId' }))).toEqual(['thingId', 'userId']);
  });

  it('nothing that is about the caller, in changes either', () => {
    const made = contract({ subject: 'test.contract.partial', request: partial(Thing), reply: null, http: binding() });
    expect(sentMembers(made, binding())).toEqual(['step', 'note']);
  });
});
