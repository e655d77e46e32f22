import { createHash, randomBytes } from 'node:crypto';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsServers } from '@questp/broker';
import { readCaller, TOKEN_PREFIX, type Caller, type Principal, type ProjectRole } from '@questp/messages/access';
import { resolveToken, type TokenOwner } from '@questp/messages/identity';
import { AppError, lowerIds, messageErrors, readMessage, type Contract } from '@questp/messages/language';
import { getProjectRole } from '@questp/messages/quests';
import { requireCaller } from '@questp/messages/tables';
import { Bus, COMMON_CONFIG, createLogger, loadConfig, Readiness } from '@questp/service';
import { CONFIG_SPEC, type Config } from '../config.js';
import { createApp } from '../create-app.js';
import type { BrokerClock } from '../admission/rate-limits/broker-clock.js';

export interface TestGateway {
  url: string;
  bus: Bus;
  close(): Promise<void>;
}

/** A gateway in this process on a free port; it logs only if a log is given. */
export async function startGateway(
  natsUrl: string,
  changed: Partial<Config> = {},
  log?: (line: string) => void,
  clock?: BrokerClock,
): Promise<TestGateway> {
  const env = { HEALTH_PORT: '1', LOG_LEVEL: log ? 'info' : 'silent', NATS_URL: natsUrl };
  const config = { ...loadConfig({ ...COMMON_CONFIG, ...CONFIG_SPEC }, env), ...changed };
  const logger = createLogger('gateway', config.LOG_LEVEL, log && { write: log });
  const bus = new Bus(natsUrl, 'gateway', logger);
  await bus.connect();
  const { app } = await createApp({ config, logger, bus, readiness: new Readiness(logger) }, config, clock);
  await app.listen(0, '127.0.0.1');
  return {
    url: await app.getUrl(),
    bus,
    close: async () => {
      await app.close();
      await bus.close();
    },
  };
}

const ownerOf = (principal: Principal | undefined, validForMs: number | null, ended: boolean): TokenOwner => ({
  user: principal?.family === 'user' ? principal : null,
  admin: principal?.family === 'admin' ? principal : null,
  apiKey: principal?.family === 'api_key' ? principal : null,
  validForMs,
  ended,
});

/** Validates requests and answers contracts over NATS, as services in other processes do. */
export class StandIn {
  readonly requests: { subject: string; data: unknown; headers: Record<string, string> }[] = [];
  private readonly principals = new Map<string, Principal>();
  private readonly ended = new Set<string>();
  private readonly delays = new Map<string, { ms: number; arrived: () => void }>();
  readonly roles = new Map<string, ProjectRole>();
  /** Expiry of tokens that are resolved from now on; null: none. */
  validForMs: number | null = null;

  private constructor(private readonly connection: NatsConnection) {}

  static async connect(natsUrl: string): Promise<StandIn> {
    const services = new StandIn(
      await connect({ ...natsServers(natsUrl), maxReconnectAttempts: -1, reconnectTimeWait: 100 }),
    );
    await services.answer(resolveToken, ({ tokenHash }) =>
      ownerOf(services.principals.get(tokenHash), services.validForMs, services.ended.has(tokenHash)),
    );
    await services.answer(getProjectRole, ({ projectId, userId }) => ({
      role: services.roles.get(`${projectId} ${userId}`) ?? null,
    }));
    return services;
  }

  /** Delays further answers of the contract; resolves when the next request has arrived. */
  delay({ subject }: Contract, ms: number): Promise<void> {
    return new Promise((resolve) => this.delays.set(subject, { ms, arrived: resolve }));
  }

  /** Resolves when the broker has processed the subscription. */
  async answer<Request extends object, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    reply: (request: Request) => Reply,
  ): Promise<void> {
    this.connection.subscribe(contract.subject, {
      callback: (_, message) => {
        const data = message.json<Request>();
        const headers = Object.fromEntries(
          (message.headers?.keys() ?? []).map((key) => [key, message.headers?.get(key)]),
        );
        this.requests.push({ subject: contract.subject, data, headers: headers as Record<string, string> });
        const caller = readCaller(message.headers?.get('x-caller') ?? '');
        const response = JSON.stringify(outcome(() => reply(checked(contract, caller, data))));
        const delayed = this.delays.get(contract.subject);
        if (delayed === undefined) return void message.respond(response);
        delayed.arrived();
        setTimeout(() => message.respond(response), delayed.ms);
      },
    });
    await this.connection.flush();
  }

  /** A token of the principal. */
  token(principal: Principal): string {
    const token = `${TOKEN_PREFIX[principal.family]}${randomBytes(32).toString('base64url')}`;
    this.change(token, principal);
    return token;
  }

  /** Assigns a token to another principal. */
  change(token: string, principal: Principal): void {
    this.principals.set(createHash('sha256').update(token).digest('hex'), principal);
  }

  /** Publishes what the gateway may only subscribe to. */
  async publish(subject: string, message: object): Promise<void> {
    this.connection.publish(subject, JSON.stringify(message));
    await this.connection.flush();
  }

  forget(token: string): void {
    this.principals.delete(createHash('sha256').update(token).digest('hex'));
  }

  /** As when a session expires. */
  expire(token: string): void {
    this.forget(token);
    this.ended.add(createHash('sha256').update(token).digest('hex'));
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}

function checked<Request extends object>(
  contract: Contract<Request>,
  caller: Caller | undefined,
  sent: Request,
): Request {
  const data = lowerIds(contract.request, sent) as Request;
  const errors = messageErrors(contract.request, data);
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
  requireCaller(contract, caller, data);
  return readMessage(contract.request, data) as Request;
}

function outcome(reply: () => unknown) {
  try {
    return { ok: reply() };
  } catch (error) {
    if (error instanceof AppError) return { error: error.toEnvelope() };
    throw error;
  }
}

export const userId = (n: number) => `svcuser_${n.toString(16).padStart(32, '0')}`;
export const adminId = (n: number) => `svcadmin_${n.toString(16).padStart(32, '0')}`;
export const uuid = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
