import type { EgressAnswer } from '@questp/egress';
import type { FactContract } from '@questp/messages/integrations';
import type { OAuthProvider } from '@questp/messages/shared';

/** A fact read from a platform with one GET, as the linked account of `userId` if the request has one. */
export interface PlatformFact<Config, Request extends object = object, Value extends object = object> {
  contract: FactContract<Request, Value>;
  provider: OAuthProvider;
  /** Name of the platform in messages. */
  title: string;
  url(request: Request, config: Config): string;
  /** Null: the resource does not exist. Undefined: the response is inconclusive. @param accountId of the linked account */
  read(answer: EgressAnswer, accountId: string | undefined): Value | null | undefined;
}
