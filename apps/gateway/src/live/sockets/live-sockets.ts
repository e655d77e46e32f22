import { principalKey, ROLE_PERMISSIONS, type AdminRole, type Allow, type Principal } from '@questp/messages/access';
import { CONSOLE_NAMESPACE, NAMESPACE_ACCESS, STUDIO_NAMESPACE } from '@questp/messages/gateway';
import type { PrincipalRevoked } from '@questp/messages/identity';
import { AppError, hasForm } from '@questp/messages/language';
import { ACCESS_TABLE, LIMITS, permissionToFollow, type AccessRule, type EventType } from '@questp/messages/tables';
import { Gauge, metrics, newCallContext, type Bus, type Logger, type CallerSlots } from '@questp/service';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import type { Admission } from '../../admission/admission.js';
import { toProblem, type Problem } from '../../http/problem.js';
import { Groups } from '../streams/groups.js';
import type { LiveEventLog } from '../streams/live-event-log.js';
import type { LogEntry } from '../streams/log-entry.js';
import { dropped, RETRY_AFTER } from '../streams/places.js';
import type { SocketServer } from './socket-server.js';

/** Access rule for joining the room of a project. */
const JOINING = (ACCESS_TABLE['followProjectSubmissions'] as AccessRule).allow;
/** Rooms of one connection. */
const MAX_ROOMS = LIMITS.socketRooms.max;
/** Milliseconds within which lost access is noticed if no revocation announced it. */
const CHECK_MS = 5 * 60_000;
const CHECKS = 50;

const open = new Gauge({ name: 'questp_live_sockets', help: 'Sockets in a namespace', registers: [metrics] });

interface Data {
  authorization: string;
  /** Key of the principal that connected; see `principalKey`. */
  principal: string;
  /** Role of an operator; it decides which events the socket receives. */
  role: AdminRole | undefined;
  /** Key under which rate limits count the socket. */
  address: string;
  /** When its access was last checked, by `performance.now`. */
  checkedAt: number;
}

export type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
type LiveNamespace = Namespace<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;

/** Answer to a `join` or `leave`. */
export type Acknowledgement = { ok: true; lastId: string | null } | { ok: false; problem: Problem };

interface Parts {
  bus: Bus;
  log: LiveEventLog;
  admission: Admission;
  places: CallerSlots;
  logger: Logger;
  server: Pick<SocketServer, 'addressKeyOf' | 'requireOrigin' | 'joined' | 'end'>;
}

/**
 * The socket.io connections of this replica. Every replica writes each event to its own members of the event's rooms.
 */
export class LiveSockets {
  private readonly sockets = new Set<LiveSocket>();
  private readonly byPrincipal = new Groups<LiveSocket>();
  private readonly checks = pLimit(CHECKS);
  /** Incremented by everything that may end access, so that no socket is admitted on the result of an earlier check. */
  private changes = 0;
  private studio: LiveNamespace | undefined;
  private console: LiveNamespace | undefined;

  constructor(private readonly parts: Parts) {}

  /** Ends with the server. */
  open(io: Server, instance: FastifyInstance): void {
    this.studio = this.guard(io, STUDIO_NAMESPACE);
    this.console = this.guard(io, CONSOLE_NAMESPACE);
    this.parts.log.listen({
      onEntry: (entry) => this.deliver(entry),
      onLost: () => {
        for (const socket of this.sockets) socket.disconnect(true);
      },
    });
    // Revocations that were broadcast while disconnected are lost.
    this.parts.bus.onReconnect(() => this.check(this.sockets));
    const timer = setInterval(() => {
      const checkedBefore = performance.now() - CHECK_MS;
      this.check([...this.sockets].filter(({ data }) => data.checkedAt < checkedBefore));
    }, CHECK_MS / 10).unref();
    instance.addHook('preClose', (done) => {
      clearInterval(timer);
      done();
    });
  }

  /** Checks again the access of the sockets that may have lost it. */
  onLoss({ id }: PrincipalRevoked): void {
    this.changes += 1;
    this.check(this.byPrincipal.of(id));
  }

  /** Adds the socket to the room of a project; it receives the project's events from the next one on. */
  join(socket: LiveSocket, project: unknown): Promise<Acknowledgement> {
    return this.acknowledge(socket, async () => {
      const projectId = idOf(project);
      const before = this.changes;
      const { authorization, address } = socket.data;
      await this.parts.admission.admitMessage({ authorization, allow: JOINING, projectId }, address);
      // A disconnected socket would stay in the room.
      if (!socket.connected) throw new AppError('UNAUTHENTICATED');
      if (socket.rooms.size > MAX_ROOMS && !socket.rooms.has(projectId)) {
        throw new AppError('RATE_LIMITED', { detail: `A connection has at most ${MAX_ROOMS} rooms.` });
      }
      await socket.join(projectId);
      if (this.changes !== before) this.check([socket]);
    });
  }

  leave(socket: LiveSocket, project: unknown): Promise<Acknowledgement> {
    return this.acknowledge(socket, async () => {
      await socket.leave(idOf(project));
    });
  }

  private guard(io: Server, name: string): LiveNamespace {
    const namespace: LiveNamespace = io.of(name);
    namespace.use((socket, next) => {
      this.admit(socket, NAMESPACE_ACCESS[name] as Allow).then(
        () => next(),
        (error: unknown) => next(Object.assign(new Error(codeOf(error)), { data: this.problemOf(error, name) })),
      );
    });
    return namespace;
  }

  /** A connection holds a slot until it is closed. It is closed when it leaves the namespace. */
  private async admit(socket: LiveSocket, allow: Allow): Promise<void> {
    this.parts.server.requireOrigin(socket.request);
    const { token } = socket.handshake.auth;
    const authorization = `Bearer ${typeof token === 'string' ? token : ''}`;
    const address = this.parts.server.addressKeyOf(socket.request);
    const before = this.changes;
    const found = await this.parts.admission.admitMessage({ authorization, allow, projectId: undefined }, address);
    if (this.parts.log.lastId === undefined) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER });
    const principal = principalKey(found);
    const connection = socket.request.socket;
    if (connection.destroyed) throw new AppError('UNAUTHENTICATED');
    connection.once('close', this.parts.places.take(principal));
    this.parts.server.joined(socket.request);
    socket.data = { authorization, principal, role: roleOf(found), address, checkedAt: performance.now() };
    this.add(socket);
    const end = () => {
      socket.conn.off('close', end);
      this.remove(socket);
      this.parts.server.end(socket.conn);
    };
    socket.once('disconnect', end);
    socket.conn.once('close', end);
    if (socket.conn.readyState !== 'open') end();
    socket.use(([event], next) => {
      // A client whose messages are invalid is disconnected, to spend nothing on reading them.
      if (event === 'join' || event === 'leave') next();
      else socket.disconnect(true);
    });
    if (this.changes !== before) this.check([socket]);
  }

  /** Subscribes an operator to the events of its permissions. */
  enterConsole(socket: LiveSocket): void {
    const { role } = socket.data;
    if (role !== undefined) void socket.join([...ROLE_PERMISSIONS[role]]);
  }

  private add(socket: LiveSocket): void {
    this.sockets.add(socket);
    this.byPrincipal.add(socket.data.principal, socket);
    open.set(this.sockets.size);
  }

  private remove(socket: LiveSocket): void {
    this.sockets.delete(socket);
    this.byPrincipal.delete(socket.data.principal, socket);
    open.set(this.sockets.size);
  }

  private deliver(entry: LogEntry): void {
    const permission = permissionToFollow(entry.type as EventType);
    if (permission !== undefined) this.send(this.console, permission, entry);
    this.send(this.studio, entry.projectId, entry);
    if (entry.about !== 'project') return;
    // The team changed; when a project is archived, every member lost access.
    this.changes += 1;
    this.check(this.inRoom(this.studio, entry.projectId));
  }

  /** socket.io serialises a message once for all sockets of a room. */
  private send(namespace: LiveNamespace | undefined, room: string, entry: LogEntry): void {
    if (!namespace?.adapter.rooms.has(room)) return;
    namespace.to(room).emit(entry.type, entry.event, this.parts.log.idOf(entry.seq));
  }

  private inRoom(namespace: LiveNamespace | undefined, room: string): LiveSocket[] {
    const ids = [...(namespace?.adapter.rooms.get(room) ?? [])];
    return ids.flatMap((id) => namespace?.sockets.get(id) ?? []);
  }

  /**
   * Disconnects sockets whose access ended, and removes them from rooms they may no longer be in; also when access
   * cannot be checked.
   */
  private check(sockets: Iterable<LiveSocket>): void {
    for (const socket of sockets) {
      socket.data.checkedAt = performance.now();
      void this.checks(() => this.requireStill(socket)).catch(() => {
        dropped.inc({ why: 'access' });
        socket.disconnect(true);
      });
    }
  }

  private async requireStill(socket: LiveSocket): Promise<void> {
    const { admission } = this.parts;
    const { authorization, role } = socket.data;
    const allow = NAMESPACE_ACCESS[socket.nsp.name] as Allow;
    const found = await admission.requireStill({ authorization, allow, projectId: undefined });
    if (roleOf(found) !== role) throw new AppError('FORBIDDEN');
    if (socket.nsp !== this.studio) return;
    for (const projectId of socket.rooms) {
      if (projectId === socket.id) continue;
      await admission.requireStill({ authorization, allow: JOINING, projectId }).catch((error: unknown) => {
        dropped.inc({ why: 'access' });
        void socket.leave(projectId);
        socket.emit('left', { projectId, problem: this.problemOf(error, socket.nsp.name) });
      });
    }
  }

  private async acknowledge(socket: LiveSocket, work: () => Promise<void>): Promise<Acknowledgement> {
    try {
      await work();
      return { ok: true, lastId: this.parts.log.lastId ?? null };
    } catch (error) {
      return { ok: false, problem: this.problemOf(error, socket.nsp.name) };
    }
  }

  private problemOf(error: unknown, namespace: string): Problem {
    const { requestId } = newCallContext();
    if (error instanceof AppError) return toProblem(error, namespace, requestId);
    this.parts.logger.error({ err: error, requestId }, 'socket not served');
    return toProblem(new AppError('INTERNAL'), namespace, requestId);
  }
}

/** The id in lower case, as the names of rooms contain it. NOT_FOUND for what cannot be one. */
function idOf(value: unknown): string {
  if (typeof value !== 'string' || !hasForm('uuid', value)) throw new AppError('NOT_FOUND');
  return value.toLowerCase();
}

const roleOf = (principal: Principal): AdminRole | undefined =>
  principal.family === 'admin' ? principal.role : undefined;

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : 'INTERNAL');
