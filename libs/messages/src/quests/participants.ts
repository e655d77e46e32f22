import { ACCOUNT_ADDRESS, USERNAME, type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { Amount, Count, Id, Line, Nested, Time } from '../fields/index.js';
import { pageOf, PageRequest } from '../paging.js';
import { Earner } from './team-submissions.js';

/** Finds earners by a whole username or the whole address of any linked wallet, in any case. */
export class EarnerFilter extends PageRequest {
  @Line({ ...USERNAME, optional: true, description: 'Complete username' })
  username?: string;

  @Line({ ...ACCOUNT_ADDRESS, optional: true, description: 'Complete address of a linked wallet' })
  wallet?: string;
}

/** Somebody who handed something in, and what came of it by now. */
export class Participant {
  @Nested(() => Earner)
  earner!: Earner;

  @Amount()
  points!: string;

  @Amount()
  xp!: string;

  @Count({ description: 'Credits that were not reversed' })
  completions!: number;

  @Time()
  firstSubmissionAt!: Timestamp;

  @Time()
  lastSubmissionAt!: Timestamp;
}

class ListParticipantsRequest extends EarnerFilter {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;
}

export const listParticipants = contract({
  subject: 'quests.participants.list',
  request: ListParticipantsRequest,
  reply: pageOf(Participant),
  http: {
    id: 'listParticipants',
    route: 'GET /v1/projects/:projectId/campaigns/:campaignId/participants',
    tag: 'campaigns',
    summary: 'List the participants of a campaign by id, suspended earners included',
    description: 'Sorted by points it equals the leaderboard of the campaign.',
  },
});
