import type { Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import { Count, Id, ListOf, OneOf, Text, Time, UserId, combine, enumeration } from '../../language/fields/index.js';

/** open: takes entries. closed: the list of entries is published. drawn: the winners are. */
export const DRAW_STATES = enumeration('DrawState', ['open', 'closed', 'drawn']);
export type DrawState = (typeof DRAW_STATES)[number];

export const MAX_PRIZES = 50;

export class DrawPrize {
  @Text({ max: 40, example: 'gold', description: 'Id of the prize, unique in the draw' })
  id!: string;

  @Text({ max: 100, example: 'Gold', description: 'Name of the prize' })
  name!: string;

  @Count({ description: 'Number of winners', example: 1 })
  quantity!: number;

  @Count({ description: 'Points of each winner', example: 500 })
  points!: number;
}

export class Draw {
  @Id()
  questId!: string;

  @OneOf(DRAW_STATES, {
    description: 'open: takes entries. closed: the list of entries is published. drawn: so are seed and winners',
    example: 'open',
  })
  state!: DrawState;

  @Time({ description: 'When the list of entries closes', example: '2026-06-01T00:00:00.000Z' })
  closesAt!: Timestamp;

  @Text({ form: 'sha256', description: 'SHA-256 of the seed, which is fixed before the first entry' })
  commitment!: string;

  @ListOf(() => DrawPrize, { max: MAX_PRIZES, description: 'Prizes in the order in which they are drawn' })
  prizes!: DrawPrize[];

  @Count({ nullable: true, description: 'Number of listed entries; null: open', example: null })
  entryCount!: number | null;

  @Text({
    form: 'sha256',
    nullable: true,
    description: 'Root of the Merkle tree of the entries; null: open',
    example: null,
  })
  root!: string | null;

  @Time({ nullable: true, description: 'When the list was closed; null: open', example: null })
  closedAt!: Timestamp | null;

  @Text({ form: 'sha256', nullable: true, description: 'The seed, 32 bytes in hex; null: not drawn', example: null })
  seed!: string | null;

  @Time({ nullable: true, description: 'When the winners were drawn; null: not drawn', example: null })
  drawnAt!: Timestamp | null;
}

export class DrawEntry {
  @Count({ description: 'Place in the list, from 1', example: 1 })
  sequence!: number;

  @Id({ description: 'Id of the submission' })
  entryId!: string;

  @UserId({ description: 'Who entered, as of the close' })
  userId!: string;

  @Text({ max: 40, nullable: true, description: 'Id of the prize; null: none, or not drawn', example: 'gold' })
  prizeId!: string | null;
}

export const PROOF_SIDES = enumeration('DrawProofSide', ['left', 'right']);
export type ProofSide = (typeof PROOF_SIDES)[number];

export class DrawProofStep {
  @OneOf(PROOF_SIDES, { description: 'On which side of the hash so far it is hashed' })
  side!: ProofSide;

  @Text({ form: 'sha256', description: 'The other hash' })
  hash!: string;
}

export class DrawProof extends DrawEntry {
  @Text({ form: 'sha256', description: 'Hash of the entry' })
  leaf!: string;

  @ListOf(() => DrawProofStep, { max: 40, description: 'From the leaf to the root' })
  path!: DrawProofStep[];

  @Text({ form: 'sha256', description: 'Root of the list' })
  root!: string;
}

const DRAW = '/v1/quests/:questId/draw';
const tag = 'draws';

class DrawRequest {
  @Id()
  questId!: string;
}

export const getDraw = contract({
  subject: 'quests.draws.get',
  request: DrawRequest,
  reply: Draw,
  http: {
    id: 'getDraw',
    route: `GET ${DRAW}`,
    tag,
    summary: 'Get a draw',
    description: 'Anyone can make the draw again from it and its entries, with `verify-draw` of the SDK.',
  },
});

class ListDrawEntriesRequest extends combine(DrawRequest, PageRequest) {}

export const listDrawEntries = contract({
  subject: 'quests.draws.entries',
  request: ListDrawEntriesRequest,
  reply: pageOf(DrawEntry),
  http: {
    id: 'listDrawEntries',
    route: `GET ${DRAW}/entries`,
    tag,
    summary: 'List the entries of a draw',
    description: 'In the order of the list; empty while the draw is open.',
  },
});

class DrawProofRequest extends DrawRequest {
  @Id()
  submissionId!: string;
}

export const getDrawProof = contract({
  subject: 'quests.draws.proof',
  request: DrawProofRequest,
  reply: DrawProof,
  http: {
    id: 'getDrawProof',
    route: `GET ${DRAW}/proofs/:submissionId`,
    tag,
    summary: 'Get the proof that an entry is in the list of a draw',
  },
});
