import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import type { listParticipants } from '@questp/messages/quests';
import { Database, decodeCursor, sql } from '@questp/postgres';
import { EarnerSearchRepository } from '../../people/earners/earner-search.repository.js';
import { EARNER, PUBLIC_USER, type EarnerRow } from '../../people/earners/public-user.js';
import { earnersAfter } from '../../ledger/submissions/earners-after.js';

export interface ParticipantRow extends EarnerRow {
  points: string;
  xp: string;
  completions: number;
  firstSubmissionAt: Date;
  lastSubmissionAt: Date;
}

@Injectable()
export class ParticipantsRepository {
  constructor(
    private readonly database: Database,
    private readonly earnerSearchRepository: EarnerSearchRepository,
  ) {}

  /** Ordered by user id, one row more than the page. Reads a few rows per earner, however many submissions one has. */
  async list(request: RequestOf<typeof listParticipants>): Promise<ParticipantRow[]> {
    const { campaignId, limit, cursor } = request;
    const [after = ''] = decodeCursor(cursor, ['text']) ?? [];
    const found = await this.earnerSearchRepository.find(request);
    const earners =
      found === undefined
        ? earnersAfter(campaignId, after, limit)
        : sql`
      SELECT user_id FROM unnest(${found}::text[]) AS found (user_id) WHERE user_id > ${after}`;
    return this.database.rows<ParticipantRow>(sql`
      SELECT p.user_id, ${PUBLIC_USER}, ${EARNER},
        coalesce(s.points, 0)::text AS points, coalesce(s.xp, 0)::text AS xp, coalesce(s.completions, 0) AS completions,
        first.created_at AS first_submission_at, last.created_at AS last_submission_at
      FROM (${earners}) p
      JOIN earner e ON e.user_id = p.user_id
      LEFT JOIN standing s ON s.scope_id = ${campaignId} AND s.user_id = p.user_id
      CROSS JOIN LATERAL (
        SELECT created_at FROM submission
        WHERE campaign_id = ${campaignId} AND user_id = p.user_id ORDER BY id LIMIT 1
      ) first
      CROSS JOIN LATERAL (
        SELECT created_at FROM submission
        WHERE campaign_id = ${campaignId} AND user_id = p.user_id ORDER BY id DESC LIMIT 1
      ) last
      ORDER BY p.user_id LIMIT ${limit + 1}`);
  }
}
