import type { Timestamp } from '../language/contract/common.js';
import {
  combine,
  Flag,
  Id,
  ListOfText,
  Nested,
  OneOf,
  Text,
  Time,
  UserId,
  Whole,
  enumeration,
} from '../language/fields/index.js';
import { factContract, ofAccount } from './facts.js';
import { MICROBLOG_ID, MICROBLOG_NAME, oneOf } from './microblog.js';

/** The platform's form of it. */
export const MICROBLOG_SPACE_ID = { max: 13, form: 'letters_and_digits' } as const;
export const MAX_SPACE_HOSTS = 50;

export const MICROBLOG_SPACE_STATES = enumeration('MicroblogSpaceState', ['scheduled', 'live', 'ended']);
export type MicroblogSpaceState = (typeof MICROBLOG_SPACE_STATES)[number];

class MicroblogSpaceRequest {
  @Id({ description: 'The project whose quest asks' })
  projectId!: string;

  @Text(MICROBLOG_SPACE_ID)
  spaceId!: string;
}

/** What was seen of a Space until now; the microblog shows none that has ended. */
export class MicroblogSpace {
  @Text(MICROBLOG_SPACE_ID)
  spaceId!: string;

  @OneOf(MICROBLOG_SPACE_STATES)
  state!: MicroblogSpaceState;

  @Text({ ...MICROBLOG_NAME, description: 'The latest title; empty: it has none' })
  title!: string;

  @Text({ ...MICROBLOG_ID, nullable: true })
  creatorId!: string | null;

  @ListOfText({ max: MAX_SPACE_HOSTS, maxLength: MICROBLOG_ID.max, form: MICROBLOG_ID.form })
  hostIds!: string[];

  @Time({ nullable: true })
  scheduledStart!: Timestamp | null;

  @Time({ nullable: true })
  startedAt!: Timestamp | null;

  @Time({ nullable: true, description: 'When it was first seen to have ended' })
  endedAt!: Timestamp | null;

  @Whole({
    min: 0,
    max: 1_000_000_000,
    nullable: true,
    description: 'The most at a time; null: the microblog reported none',
  })
  participants!: number | null;
}

export class MicroblogSpaceReport {
  @Nested(() => MicroblogSpace, {
    nullable: true,
    description: 'Null: the microblog has no such Space, or it was not read',
  })
  space!: MicroblogSpace | null;

  @Text({ max: 500, nullable: true, description: 'Why it cannot be read now; null: it can' })
  reason!: string | null;
}

/** Not found: the Space is about to be read. The deadline leaves time to decide without an answer. */
export const readMicroblogSpace = factContract(
  'integrations.facts.microblog-space',
  MicroblogSpaceRequest,
  MicroblogSpaceReport,
  {
    reads: 'a Space: state, title, times, hosts and live participants, from samples',
    within: `one sample a minute for all quests; ${MAX_SPACE_HOSTS} hosts`,
  },
  oneOf('space'),
  3_000,
);

class MicroblogStageRequest extends MicroblogSpaceRequest {
  @UserId()
  userId!: string;

  @Flag({ description: 'An earner named the Space, not the team' })
  isSubmitted!: boolean;
}

class Roles {
  @Text(MICROBLOG_ID)
  accountId!: string;

  @Flag({ description: 'It created the Space or was seen as its host' })
  isHost!: boolean;

  @Flag({ description: 'It was seen as a speaker' })
  isSpeaker!: boolean;

  @Flag({ description: 'Whether everybody who was seen in the Space is known' })
  isComplete!: boolean;
}

/** What the linked account of a user does in a Space. */
export class MicroblogStage extends combine(MicroblogSpaceReport, Roles) {}

export const readMicroblogStage = ofAccount(
  { provider: 'microblog', byId: true },
  factContract(
    'integrations.facts.microblog-stage',
    MicroblogStageRequest,
    MicroblogStage,
    {
      reads: 'whether the linked account is a host or a speaker of a Space, from samples',
      within: 'the people of all samples; where some are not known, a missing one is for a reviewer',
    },
    oneOf('space'),
  ),
);
