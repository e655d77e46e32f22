import { NAMESPACE_ACCESS, STUDIO_NAMESPACE } from '@questp/messages/gateway';
import type { Caller } from '@questp/players';
import { io, type Socket } from 'socket.io-client';
import { e2e } from '../support/one-platform.fixture.js';
import { newActors } from './actors.fixture.js';
import { ACTORS, EXPECTED_JOINS, EXPECTED_NAMESPACES, type Actor } from './expected-access.js';
import { newTenant } from './stage.fixture.js';

describe('Namespaces', () => {
  let actors: Record<Actor, Caller>;
  let projectId: string;
  let sockets: Socket[];

  beforeAll(async () => {
    const tenant = await newTenant();
    projectId = tenant.studio.project.id;
    actors = await newActors(tenant);
  });
  beforeEach(() => {
    sockets = [];
  });
  afterEach(() => sockets.forEach((socket) => socket.disconnect()));

  const enter = async (namespace: string, actor: Actor): Promise<{ socket: Socket; outcome: string }> => {
    const socket = io(`${e2e.gatewayUrls[0]}${namespace}`, {
      ...{ transports: ['websocket'], reconnection: false, forceNew: true },
      auth: { token: actors[actor].token },
    });
    sockets.push(socket);
    const outcome = await new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('allowed'));
      socket.once('connect_error', ({ message }) => resolve(message));
    });
    return { socket, outcome };
  };

  it('A-53 the expected access lists every namespace', () => {
    expect(Object.keys(NAMESPACE_ACCESS).sort()).toEqual(Object.keys(EXPECTED_NAMESPACES).sort());
  });

  it.each(Object.entries(EXPECTED_NAMESPACES))(
    'A-53 %s admits exactly the expected actors',
    async (namespace, expected) => {
      const outcomes: Record<string, string> = {};
      for (const actor of ACTORS) outcomes[actor] = (await enter(namespace, actor)).outcome;
      expect(outcomes).toEqual(expected);
    },
  );

  it('A-53 the room of a project admits exactly the expected actors', async () => {
    const outcomes: Record<string, string> = {};
    for (const actor of ACTORS) {
      const { socket, outcome } = await enter(STUDIO_NAMESPACE, actor);
      const joined = outcome === 'allowed' && ((await socket.emitWithAck('join', projectId)) as Joined);
      outcomes[actor] = joined ? (joined.ok ? outcome : joined.problem.code) : outcome;
    }
    expect(outcomes).toEqual(EXPECTED_JOINS);
  });
});

type Joined = { ok: true } | { ok: false; problem: { code: string } };
