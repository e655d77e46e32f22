import type { EgressAnswer } from '@questp/egress';
import type { FactContract } from '@questp/messages/integrations';
import type { OAuthProvider } from '@questp/messages/shared';

/** One thing that a platform tells by a GET; asked as the linked account of `userId` where the request names one. */
export interface PlatformFact<Config, Request extends object = object, Value extends object = object> {
  contract: FactContract<Request, Value>;
  provider: OAuthProvider;
  /** What the platform is called in sentences. */
  title: string;
  url(request: Request, config: Config): string;
  /** Null: there is no such thing. Undefined: the answer tells nothing. @param accountId of the linked account */
  read(answer: EgressAnswer, accountId: string | undefined): Value | null | undefined;
}
