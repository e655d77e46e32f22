import { Flag, Text, UserId } from '../language/fields/index.js';
import { ACCOUNT_ID } from './oauth.js';
import { factContract } from './facts.js';

/** A repository of the code host. */
export class CodehostRepository {
  @Text({ max: 140, form: 'repository' })
  repository!: string;
}

/** Finds a public repository by its name, as the code host writes it. */
export const readCodehostRepository = factContract(
  'integrations.facts.codehost-repository',
  CodehostRepository,
  CodehostRepository,
);

class CodehostStarRequest extends CodehostRepository {
  @UserId()
  userId!: string;
}

/** Whether an account of the code host has starred a repository. */
export class CodehostStar {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Flag()
  isStarred!: boolean;
}

/** Asks for the account that the user linked. */
export const readCodehostStar = factContract('integrations.facts.codehost-star', CodehostStarRequest, CodehostStar);
