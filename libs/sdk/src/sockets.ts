import { io, type Socket } from 'socket.io-client';
import type { components } from './generated/schema.js';
import { isFinal, isProblem, ProblemError } from './problem-error.js';

export type StudioEvent = components['schemas']['StudioEvent'];
export type ConsoleEvent = components['schemas']['ConsoleEvent'];

export interface SocketOptions {
  /** Address of the API without a path, e.g. `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** Session token; a function is asked before each connection. */
  token: string | (() => string);
  /** Connected again: what happened meanwhile is not told; read the lists anew. */
  onMissed?: () => void;
}

export interface StudioOptions extends SocketOptions {
  /** The project is told no more: access to it was lost. */
  onLeft?: (projectId: string, why: ProblemError) => void;
}

/** Type of an event -> what is called with it, and with its id in the log. */
type Listeners<Event extends { type: string }> = {
  [Type in Event['type']]: (event: Extract<Event, { type: Type }>, id: string) => void;
};

/** Follows the rooms of projects; each is joined by its id. */
export const connectStudio = (options: StudioOptions): StudioSocket => new StudioSocket(options);

/** Follows what an operator may be told. */
export const connectConsole = (options: SocketOptions): LiveSocket<ConsoleEvent> =>
  new LiveSocket('/v1/realtime/admin', options);

const ANSWER_MS = 10_000;
/** Before the platform is asked again that ended a connection, or refused one for now. */
const PAUSE_MS = 1_000;
const MOST_PAUSE_MS = 30_000;

/** One connection to a namespace, over as many connections as it takes until it is closed or refused for good. */
export class LiveSocket<Event extends { type: string }> {
  /** Null: closed by `close`; else why the platform refuses it. */
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
      ...{ transports: ['websocket'], forceNew: true, reconnectionDelayMax: MOST_PAUSE_MS },
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
      // Refused by the namespace for now: socket.io itself comes again after failures of the connection alone.
      if (!this.socket.active) this.comeAgain();
    });
    this.socket.on('disconnect', (why) => {
      // Whether there is still access is answered when it comes again.
      if (why === 'io server disconnect') this.comeAgain();
    });
  }

  on<Type extends Event['type']>(type: Type, listener: Listeners<Event>[Type]): this {
    const name: string = type;
    this.socket.on(name, listener as (...told: unknown[]) => void);
    return this;
  }

  off<Type extends Event['type']>(type: Type, listener: Listeners<Event>[Type]): this {
    const name: string = type;
    this.socket.off(name, listener as (...told: unknown[]) => void);
    return this;
  }

  close(): void {
    this.leave(null);
  }

  /** What a new connection has to be told again. */
  protected async resume(): Promise<void> {}

  /**
   * The answer to a message.
   * @throws ProblemError when it is refused; Error when there is none in time
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

/** A connection of the studio. Rooms are joined again by themselves when it had to be made anew. */
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
   * The project's events are told from now on. Gives the id of the last one before, from which `follow` goes on.
   * @throws ProblemError when it is refused; Error when there is no answer in time
   */
  async join(projectId: string): Promise<string | null> {
    const lastId = await this.ask('join', projectId);
    this.projects.add(projectId);
    return lastId;
  }

  /** @throws Error when there is no answer in time */
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
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, MOST_PAUSE_MS)));
    }
  }

  private lose(projectId: string, why: ProblemError | undefined): void {
    if (this.projects.delete(projectId) && why !== undefined) this.onLeft?.(projectId, why);
  }
}

const refusalOf = (problem: unknown): ProblemError | undefined =>
  isProblem(problem) ? new ProblemError(problem, problem.status, null) : undefined;
