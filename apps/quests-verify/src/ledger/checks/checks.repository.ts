import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@questp/messages/language';
import type { CheckOutcome, CheckSettings, CheckTrigger, RuleOutcome } from '@questp/messages/quests';
import { Database, decodeCursor, insertInto, join, newId, sql, type Queries, type Tx } from '@questp/postgres';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { VerificationCheck } from '../../generated/prisma/client.js';
import type { Narrowed } from '../../shared/narrowed.js';

/** A row of the table `verification_check`. */
type StoredCheck = Narrowed<
  VerificationCheck,
  {
    trigger: CheckTrigger;
    inputs: JsonObject;
    settings: CheckSettings | null;
    facts: JsonObject;
    factsHash: Buffer;
    ruleOutcome: RuleOutcome | null;
    outcome: CheckOutcome;
  }
>;

/** A decision to write, without secrets. */
export type CheckRecord = Omit<StoredCheck, 'id' | 'submissionId' | 'at'>;

export type CheckRow = Omit<StoredCheck, 'projectId'>;

const SELECT = sql`
  SELECT id, submission_id, quest_id, user_id, period_key, task_type_id, rule_version, trigger, inputs, settings, facts, facts_hash,
    rule_outcome, outcome, code, detail, at
  FROM verification_check`;

@Injectable()
export class ChecksRepository {
  constructor(private readonly database: Database) {}

  /** @param submissionId null: a refused attempt */
  async insert(tx: Tx, check: CheckRecord, submissionId: string | null): Promise<void> {
    await tx.execute(insertInto('verification_check', { ...check, id: newId(), submissionId }));
  }

  /** Newest first. */
  ofSubmission(on: Queries, submissionId: string, limit: number): Promise<CheckRow[]> {
    return on.rows<CheckRow>(sql`${SELECT} WHERE submission_id = ${submissionId} ORDER BY id DESC LIMIT ${limit}`);
  }

  /** Newest first, one row more than the page. */
  list(
    { limit, cursor }: PageRequest,
    filter: { projectId?: string; questId?: string; userId?: string; submissionId?: string; trigger?: CheckTrigger },
  ): Promise<CheckRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const conditions = [
      filter.projectId === undefined ? [] : [sql`project_id = ${filter.projectId}`],
      filter.questId === undefined ? [] : [sql`quest_id = ${filter.questId}`],
      filter.userId === undefined ? [] : [sql`user_id = ${filter.userId}`],
      filter.submissionId === undefined ? [] : [sql`submission_id = ${filter.submissionId}`],
      filter.trigger === undefined ? [] : [sql`trigger = ${filter.trigger}`],
      before === undefined ? [] : [sql`id < ${before}`],
    ].flat();
    return this.database.rows<CheckRow>(sql`
      ${SELECT} WHERE ${join([sql`true`, ...conditions], ' AND ')} ORDER BY id DESC LIMIT ${limit + 1}`);
  }
}
