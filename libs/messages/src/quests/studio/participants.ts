import {
  ACCOUNT_ADDRESS,
  USERNAME,
  USER_STATUSES,
  type Timestamp,
  type UserStatus,
} from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import { Amount, Count, Id, Line, Nested, OneOf, Text, Time } from '../../language/fields/index.js';
import { PublicUser } from '../../shared/public-user.js';

/** The earner of a submission. */
export class Earner extends PublicUser {
  @OneOf(USER_STATUSES, { description: 'Status of the account' })
  accountStatus!: UserStatus;

  @Text({
    ...ACCOUNT_ADDRESS,
    nullable: true,
    description: 'Address of the primary wallet',
    example: 'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq',
  })
  wallet!: string | null;
}

/** Finds earners by complete username or complete address of a linked wallet, case-insensitively. */
export class EarnerFilter extends PageRequest {
  @Line({ ...USERNAME, optional: true, description: 'Complete username' })
  username?: string;

  @Line({ ...ACCOUNT_ADDRESS, optional: true, description: 'Complete address of a linked wallet' })
  wallet?: string;
}

/** An earner with at least one submission, and the earner's results. */
export class Participant {
  @Nested(() => Earner, { description: 'Earner who takes part' })
  earner!: Earner;

  @Amount({ description: 'Points, as a decimal string' })
  points!: string;

  @Amount({ description: 'Experience, as a decimal string' })
  xp!: string;

  @Count({ description: 'Credits that were not reversed', example: 3 })
  completions!: number;

  @Time({ description: 'When the earner first submitted' })
  firstSubmissionAt!: Timestamp;

  @Time({ description: 'When the earner last submitted' })
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
