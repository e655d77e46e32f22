import { Injectable } from '@nestjs/common';
import {
  MAX_PROOFS,
  MAX_USES_COUNTED,
  type OtherUse,
  type ProofKind,
  type ReviewedProof,
} from '@questp/messages/quests';
import { sql, type Queries } from '@questp/postgres';
import type { SubmissionRow } from '../credits/submission-row.js';

/** How many other uses of a proof are listed. */
const LISTED = 20;

interface ProofRow {
  kind: ProofKind;
  subject: string;
  reserved: boolean;
}

interface UseRow extends OtherUse, Pick<ProofRow, 'kind' | 'subject'> {
  uses: number;
}

/** What submissions in review are proven by, and the other earners of the project who used it. */
@Injectable()
export class ReviewedProofsRepository {
  async of(on: Queries, submission: Pick<SubmissionRow, 'id' | 'projectId' | 'userId'>): Promise<ReviewedProof[]> {
    const proofs = await on.rows<ProofRow>(sql`
      SELECT kind, subject, reserved FROM review_subject WHERE submission_id = ${submission.id}
      ORDER BY kind, subject LIMIT ${MAX_PROOFS}`);
    const uses = proofs.length === 0 ? [] : await this.uses(on, submission);
    return proofs.map(({ kind, subject, reserved }) => {
      const same = uses.filter((use) => use.kind === kind && use.subject === subject);
      return {
        ...{ kind, value: subject, reserved, otherUses: same[0]?.uses ?? 0 },
        latestUses: same.map(({ submissionId, questId, questTitle, status, userId, username }) => ({
          ...{ submissionId, questId, questTitle, status, userId, username },
        })),
      };
    });
  }

  /** Reviewed submissions and credits of checks with the same proofs, the latest first. */
  private uses(
    on: Queries,
    { id, projectId, userId }: Pick<SubmissionRow, 'id' | 'projectId' | 'userId'>,
  ): Promise<UseRow[]> {
    return on.rows<UseRow>(sql`
      WITH own AS (SELECT kind, subject FROM review_subject WHERE submission_id = ${id}),
      used AS (
        SELECT own.kind, own.subject, u.id FROM own CROSS JOIN LATERAL (
          (SELECT s.id FROM review_subject r JOIN submission s ON s.id = r.submission_id
          WHERE r.kind = own.kind AND r.subject = own.subject AND s.project_id = ${projectId}
            AND s.user_id <> ${userId}
          LIMIT ${MAX_USES_COUNTED})
          UNION
          (SELECT s.id FROM quest q
          JOIN completion_subject c ON c.quest_id = q.id AND c.kind = own.kind AND c.subject = own.subject
          JOIN submission s ON s.quest_id = c.quest_id AND s.user_id = c.user_id AND s.period_key = c.period_key
          WHERE q.project_id = ${projectId} AND c.user_id <> ${userId}
          LIMIT ${MAX_USES_COUNTED})
        ) u
      ),
      placed AS (
        SELECT kind, subject, id, least(count(*) OVER same, ${MAX_USES_COUNTED})::integer AS uses,
          row_number() OVER (same ORDER BY id DESC) AS place
        FROM used WINDOW same AS (PARTITION BY kind, subject)
      )
      SELECT p.kind, p.subject, p.uses, s.id AS submission_id, s.quest_id, q.title AS quest_title, s.status,
        e.user_id, e.username
      FROM placed p JOIN submission s ON s.id = p.id JOIN quest q ON q.id = s.quest_id
      JOIN earner e ON e.user_id = s.user_id
      WHERE p.place <= ${LISTED} ORDER BY p.place`);
  }
}
