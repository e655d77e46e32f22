import { contract } from '../../language/contract/contract.js';
import { Id, ListOfText } from '../../language/fields/index.js';

class WatchedRequest {
  @Id()
  projectId!: string;
}

/** Repositories of one project whose events are received. */
export const MAX_WATCHED_REPOSITORIES = 50;

class WatchedRepositories {
  @ListOfText({ max: MAX_WATCHED_REPOSITORIES, maxLength: 140, form: 'repository' })
  repositories!: string[];
}

/** The repositories that published quests of a project name. */
export const listWatchedRepositories = contract({
  subject: 'quests.codehost.repositories',
  callers: ['integrations'],
  reads: true,
  request: WatchedRequest,
  reply: WatchedRepositories,
});
