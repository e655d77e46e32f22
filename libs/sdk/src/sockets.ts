import { io, type Socket } from 'socket.io-client';
import type { components } from './generated/schema.js';
import { isFinal, isProblem, ProblemError } from './problem-error.js';

export type StudioEvent = components['schemas']['StudioEvent'];
export type ConsoleEvent = components['schemas']['ConsoleEvent'];

export interface SocketOptions {
  /** URL of the API without a path, e.g. `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** Session token; a function is called before each connection. */
  token: string | (() => string);
  /** Called after a reconnection: events in between are missing; read the lists again. */
  onMissed?: () => void;
}

export interface StudioOptions extends SocketOptions {
  /** Called when access to the project was lost; its events are not sent any more. */
  onLeft?: (projectId: string, why: ProblemError) => void;
}

/** Listeners by type of event; called with its data and its id in the log. */
type Listeners<Event extends { type: string }> = {
  [Type in Event['type']]: (event: Extract<Event, { type: Type }>, id: string) => void;
};

/** Follows the events of projects; each project is joined by its id. */
export const connectStudio = (options: StudioOptions): StudioSocket => new StudioSocket(options);

/** Follows the events that an operator may receive. */
export const connectConsole = (options: SocketOptions): LiveSocket<ConsoleEvent> =>
  new LiveSocket('/v1/realtime/admin', options);

const ANSWER_MS = 10_000;
/** Delay before reconnecting after the platform ended or refused a connection. */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** One connection to a namespace. Reconnects until it is closed or refused permanently. */
export class LiveSocket<Event extends { type: string }> {
  /** Null: closed by `close`; otherwise the error of the platform. */
  readonly ended: Promise<ProblemError | null>;
  protected readonly socket: Socket;
  private readonly end: (why: ProblemError | null) => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isKnown = false;
  private isOver = false;

  constructor(namespace: string, { baseUrl, token, onMissed }: SocketOptions) {
    let end: (why: ProblemError | null) => void = () => undefined;
    this.ended = new Promise((resolve) => (end = resolve));
    this.end = end;
    this.socket = io(baseUrl + namespace, {
      ...{ transports: ['websocket'], forceNew: true, reconnectionDelayMax: MAX_PAUSE_MS },
      auth: (send) => send({ token: typeof token === 'function' ? token() : token }),
    });
    this.socket.on('connect', () => {
      const isAgain = this.isKnown;
      this.isKnown = true;
      if (isAgain) void this.resume().then(onMissed);
    });
    this.socket.on('connect_error', (error) => {
      const refused = refusalOf((error as { data?: unknown }).data);
      if (refused !== undefined && isFinal(refused)) return this.leave(refused);
      // Temporarily refused by the namespace: socket.io itself reconnects only after failures of the connection.
      if (!this.socket.active) this.comeAgain();
    });
    this.socket.on('disconnect', (why) => {
      // The next connection shows whether access still exists.
      if (why === 'io server disconnect') this.comeAgain();
    });
  }

  on<Type extends Event['type']>(type: Type, listener: Listeners<Event>[Type]): this {
    const name: string = type;
    this.socket.on(name, listener as (...args: unknown[]) => void);
    return this;
  }

  off<Type extends Event['type']>(type: Type, listener: Listeners<Event>[Type]): this {
    const name: string = type;
    this.socket.off(name, listener as (...args: unknown[]) => void);
    return this;
  }

  close(): void {
    this.leave(null);
  }

  /** Messages to repeat after a reconnection. */
  protected async resume(): Promise<void> {}

  /**
   * The reply to a message.
   * @throws ProblemError when it is refused; Error when there is no reply in time
   */
  protected async ask(message: 'join' | 'leave', projectId: string): Promise<string | null> {
    const ended = this.ended.then((why) => {
      throw why ?? new Error('The connection was closed');
    });
    const answer = await Promise.race(this.isOver ? [ended] : [this.send(message, projectId), ended]);
    if (answer.ok) return answer.lastId;
    throw refusalOf(answer.problem) ?? new Error(`${message} was not answered by the API`);
  }

  private send(message: 'join' | 'leave', projectId: string): Promise<Answer> {
    return this.socket.timeout(ANSWER_MS).emitWithAck(message, projectId) as Promise<Answer>;
  }

  private comeAgain(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.socket.connect(), PAUSE_MS * (1 + Math.random()));
  }

  private leave(why: ProblemError | null): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.socket.disconnect();
    this.end(why);
  }
}

type Answer = { ok: true; lastId: string | null } | { ok: false; problem: unknown };

/** A connection to the studio. After a reconnection it joins its rooms again. */
export class StudioSocket extends LiveSocket<StudioEvent> {
  private readonly projects = new Set<string>();
  private readonly onLeft: StudioOptions['onLeft'];

  constructor(options: StudioOptions) {
    super('/v1/realtime/studio', options);
    this.onLeft = options.onLeft;
    this.socket.on('left', ({ projectId, problem }: { projectId: string; problem: unknown }) => {
      this.lose(projectId, refusalOf(problem));
    });
  }

  /**
   * Joins the room of a project. Returns the id of the last event before, from which `follow` can resume.
   * @throws ProblemError when it is refused; Error when there is no reply in time
   */
  async join(projectId: string): Promise<string | null> {
    const lastId = await this.ask('join', projectId);
    this.projects.add(projectId);
    return lastId;
  }

  /** @throws Error when there is no reply in time */
  async leaveProject(projectId: string): Promise<void> {
    this.projects.delete(projectId);
    await this.ask('leave', projectId);
  }

  protected override async resume(): Promise<void> {
    await Promise.all([...this.projects].map((projectId) => this.rejoin(projectId)));
  }

  private async rejoin(projectId: string): Promise<void> {
    for (let pause = PAUSE_MS; this.socket.connected && this.projects.has(projectId); pause *= 2) {
      try {
        await this.ask('join', projectId);
        return;
      } catch (error) {
        if (error instanceof ProblemError && isFinal(error)) return this.lose(projectId, error);
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, MAX_PAUSE_MS)));
    }
  }

  private lose(projectId: string, why: ProblemError | undefined): void {
    if (this.projects.delete(projectId) && why !== undefined) this.onLeft?.(projectId, why);
  }
}

const refusalOf = (problem: unknown): ProblemError | undefined =>
  isProblem(problem) ? new ProblemError(problem, problem.status, null) : undefined;
