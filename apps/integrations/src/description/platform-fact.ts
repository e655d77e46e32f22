import type { FactContract, FactStatus } from '@questp/messages/integrations';
import type { Values } from './authorization.js';
import type { Quota } from './quota.js';

/** Base address and headers of the requests that one authorization carries. */
export interface Access {
  baseUrl: string;
  headers?: Readonly<Record<string, string>>;
}

/** An answer of a platform. `json` is null where the body is empty. */
export interface PlatformAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  json: unknown;
  /** Set for a shared answer: the time from which the platform is queried again. */
  keptUntil?: Date;
}

/** How facts are read at one platform. */
export interface PlatformApi<Config> {
  /** Name of the platform in sentences. */
  title: string;
  /** Access with the token of an earner's linked account. */
  earner?: (token: string, config: Config) => Access;
  /** Access with credentials that operators stored. */
  platform?: {
    needs: readonly string[];
    /** The values include `accessToken`, which the application gets at its token endpoint by client credentials. */
    byToken?: true;
    access: (values: Values, config: Config) => Access;
  };
  /** Access with the token of a project's connection. */
  project?: (token: string, config: Config) => Access;
  /** Sentence for an earner without a usable account; by default to link it. */
  relink?: string;
  /** True for an answer that refuses the authorization; of status 401 by default. */
  isRefusal?: (answer: PlatformAnswer) => boolean;
  /** The quota that all projects share; undefined: each earner or project has its own limit. */
  quota?: (config: Config) => Quota & {
    /** Requests with this authorization use it; all by default. */
    as?: PlatformFact['as'];
  };
  /** Size of the largest answer; that of egress by default. */
  maxBytes?: number;
  /** Resources in an answer with status 200, by which the platform charges. */
  resources?: (answer: PlatformAnswer) => number;
  /** The failure that an answer means for any request; undefined: the fact reads the answer. */
  failure?: (answer: PlatformAnswer) => FactFailure | undefined;
}

/** Why a platform gives no fact. The message is for earners and teams; it holds no secret. */
export class FactFailure extends Error {
  constructor(
    readonly status: Exclude<FactStatus, 'found'>,
    message: string,
    /** The platform answers again from then on. */
    readonly retryAt?: Date,
  ) {
    super(message);
  }
}

/** The plan of the platform's application does not include the route. */
export class PlanRefusal extends FactFailure {}

/** Sends the requests of one fact. */
export interface PlatformCalls {
  /** Id of the earner's linked account; empty where the fact needs none. */
  accountId: string;
  /** Account id of the project's connection; empty unless the fact is read as the project. */
  connectedId: string;
  /**
   * @param path with its query, below the base address
   * @param sharedSeconds how long the answer serves every check that asks for it with the same authorization; not shared by default
   * @throws FactFailure
   */
  get: (path: string, sharedSeconds?: number) => Promise<PlatformAnswer>;
  /**
   * Sends a query that a platform takes by POST. It must change nothing there.
   *
   * @throws FactFailure
   */
  post: (path: string, query: object, sharedSeconds?: number) => Promise<PlatformAnswer>;
}

/** How something is read at a platform. */
export interface PlatformRead<Request extends object = object, Value extends object = object> {
  /** The contract, which defines the cost and the linked account. */
  contract: Pick<FactContract, 'cost' | 'account'>;
  /** The holder of the authorization of the requests. */
  as: 'earner' | 'platform' | 'project';
  /**
   * Null: the platform has no such object.
   * @throws FactFailure
   */
  read(calls: PlatformCalls, request: Request): Promise<Value | null>;
}

/** One thing that a platform knows, and the contract that answers with it. */
export interface PlatformFact<Request extends object = object, Value extends object = object> extends PlatformRead<
  Request,
  Value
> {
  contract: FactContract<Request, Value>;
}

/**
 * Takes the types of request and value from the contract.
 * @throws Error for a fact read as the earner whose contract asks for no consent of the earner
 */
export const definePlatformFact = <Request extends object, Value extends object>(
  fact: PlatformFact<Request, Value>,
): PlatformFact<Request, Value> => {
  const { account, subject } = fact.contract;
  if (fact.as === 'earner' && (account === undefined || account.byId)) {
    throw new Error(`${subject} has to name the account that it is read with`);
  }
  return fact;
};

/** An answer that the API does not describe. */
export const unexpected = ({ status }: PlatformAnswer): FactFailure =>
  new FactFailure('unavailable', `It answered with status ${status}.`);
