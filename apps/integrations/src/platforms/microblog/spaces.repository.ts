import { Injectable } from '@nestjs/common';
import { MAX_SPACE_HOSTS, type MicroblogSpaceState } from '@questp/messages/integrations';
import { LIMITS } from '@questp/messages/tables';
import { Database, sql } from '@questp/postgres';
import { MAX_SPACES, type SeenSpace } from './spaces.js';

/** Seconds between two requests, and seconds of unused time that a burst may use: fewer than 300 requests in 15 minutes. */
const PACE_SECONDS = 3.2;
const BURST_SECONDS = 30;
/** Longer than a request can take. */
const LEASE_SECONDS = 30;
/** Age of the last reading from which a check causes another one. */
const STALE_SECONDS = 15;
/** Consecutive readings without the Space after which it is no longer sampled. The platform may omit it once. */
const MAX_MISSES = 3;
/** Maximum number of stored speakers of a Space. */
const MAX_SPEAKERS = 1_000;
/** Days without a check after which a Space is deleted; a Space is scheduled at most a month ahead. */
const KEPT_DAYS = 60;

/** Spaces become due on the minute, so that those of many projects share requests. */
const NEXT_MINUTE = sql`date_trunc('minute', now()) + interval '1 minute'`;

/** The stored state of a Space. */
export interface SpaceRow {
  spaceId: string;
  /** Null: it was never seen. */
  state: MicroblogSpaceState | null;
  title: string;
  creatorId: string | null;
  hostIds: string[];
  speakerIds: string[];
  scheduledStart: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  participants: number | null;
  failure: string | null;
  /** True if all hosts and speakers that were seen are stored. */
  isComplete: boolean;
  /** True if no reading has succeeded or failed yet. */
  isUnread: boolean;
  /** True if the next request reads it. */
  isDue: boolean;
}

/** A check that asks for a Space. */
export interface SpaceRequest {
  projectId: string;
  spaceId: string;
  /** True if an earner named the Space, not the team. */
  isSubmitted: boolean;
}

/** Spaces of the next request of this replica. */
export interface ClaimedSpaces {
  spaceIds: string[];
  claimedAt: Date;
}

@Injectable()
export class SpacesRepository {
  constructor(private readonly database: Database) {}

  /** Records that a check asks for a Space, which is sampled from then on; false if the project has too many. */
  async ask(request: SpaceRequest): Promise<boolean> {
    return (await this.askAgain(request)) || (await this.insert(request));
  }

  private async askAgain({ spaceId }: SpaceRequest): Promise<boolean> {
    const known = await this.database.quick.execute(sql`
      UPDATE microblog_space SET asked_at = now(), due_at = CASE
        WHEN due_at IS NULL AND state IS NULL AND read_at < now() - interval '1 minute' THEN now()
        WHEN due_at IS NULL OR failure IS NOT NULL THEN due_at
        ELSE least(due_at, greatest(now(), read_at + make_interval(secs => ${STALE_SECONDS})))
      END
      WHERE space_id = ${spaceId}`);
    return known === 1;
  }

  private insert({ projectId, spaceId, isSubmitted }: SpaceRequest): Promise<boolean> {
    const { max } = isSubmitted ? LIMITS.submittedSpaces : LIMITS.configuredSpaces;
    return this.database.transaction(async (tx) => {
      await tx.execute(sql`
        INSERT INTO microblog_space_project AS p (project_id) VALUES (${projectId})
        ON CONFLICT (project_id) DO UPDATE SET project_id = p.project_id`);
      const inserted = await tx.execute(sql`
        INSERT INTO microblog_space (space_id, project_id, is_submitted)
        SELECT ${spaceId}, ${projectId}, ${isSubmitted}
        WHERE (
          SELECT count(*) FROM microblog_space
          WHERE project_id = ${projectId} AND is_submitted = ${isSubmitted} AND due_at IS NOT NULL
        ) < ${max}
        ON CONFLICT (space_id) DO UPDATE SET asked_at = now()`);
      return inserted === 1;
    });
  }

  find(spaceId: string): Promise<SpaceRow | undefined> {
    return this.database.quick.row<SpaceRow>(sql`
      SELECT space_id, state, title, creator_id, host_ids, speaker_ids, scheduled_start, started_at, ended_at,
        participants, failure, read_at IS NULL AND failure IS NULL AS is_unread,
        cardinality(host_ids) < ${MAX_SPACE_HOSTS} AND cardinality(speaker_ids) < ${MAX_SPEAKERS} AS is_complete,
        coalesce(due_at <= now(), false) AS is_due
      FROM microblog_space WHERE space_id = ${spaceId}`);
  }

  /**
   * Leases the Spaces of the next request; undefined if none is due or the rate does not allow a request yet. Spaces
   * that were never seen share no request with others, which an invalid id would fail.
   */
  async claim(): Promise<ClaimedSpaces | undefined> {
    const claimed = await this.database.rows<{ spaceId: string; claimedAt: Date }>(sql`
      WITH turn AS (
        UPDATE microblog_space_pace
        SET next_at = greatest(next_at, now() - make_interval(secs => ${BURST_SECONDS}))
          + make_interval(secs => ${PACE_SECONDS})
        WHERE next_at <= now()
          AND EXISTS (SELECT FROM microblog_space WHERE due_at <= now() AND leased_until < now())
        RETURNING next_at
      ), due AS (
        SELECT space_id FROM microblog_space
        WHERE due_at <= now() AND leased_until < now() AND EXISTS (SELECT FROM turn)
          AND (state IS NULL) = (
            SELECT state IS NULL FROM microblog_space
            WHERE due_at <= now() AND leased_until < now() ORDER BY due_at LIMIT 1
          )
        ORDER BY due_at LIMIT ${MAX_SPACES} FOR UPDATE SKIP LOCKED
      )
      UPDATE microblog_space s SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      FROM due WHERE s.space_id = due.space_id
      RETURNING s.space_id, now() AS claimed_at`);
    const [first] = claimed;
    return first && { spaceIds: claimed.map(({ spaceId }) => spaceId), claimedAt: first.claimedAt };
  }

  /** Updates a Space from a reading. A reading older than the stored one is ignored. */
  async addSeen(seen: readonly SeenSpace[], claimedAt: Date): Promise<void> {
    const more = (name: 'host_ids' | 'speaker_ids', most: number) => {
      const [known, found] =
        name === 'host_ids' ? [sql`s.host_ids`, sql`n.host_ids`] : [sql`s.speaker_ids`, sql`n.speaker_ids`];
      return sql`${known} || ARRAY(
        SELECT id FROM unnest(${found}) AS id WHERE id <> ALL (${known}) LIMIT greatest(0, ${most} - cardinality(${known})))`;
    };
    await this.database.execute(sql`
      UPDATE microblog_space s SET
        state = n.state,
        title = coalesce(nullif(n.title, ''), s.title),
        creator_id = coalesce(s.creator_id, n.creator_id),
        host_ids = ${more('host_ids', MAX_SPACE_HOSTS)},
        speaker_ids = ${more('speaker_ids', MAX_SPEAKERS)},
        scheduled_start = coalesce(n.scheduled_start, s.scheduled_start),
        started_at = coalesce(s.started_at, n.started_at),
        ended_at = CASE WHEN n.state = 'ended' THEN coalesce(s.ended_at, least(n.ended_at, ${claimedAt})) END,
        participants = greatest(s.participants, n.participants),
        misses = 0, failure = n.failure, read_at = ${claimedAt}, leased_until = '-infinity',
        due_at = CASE n.state
          WHEN 'live' THEN ${NEXT_MINUTE}
          WHEN 'scheduled' THEN least(now() + interval '10 minutes', greatest(${NEXT_MINUTE}, n.scheduled_start))
        END
      FROM jsonb_to_recordset(${JSON.stringify(seen.map(toRecord))}::jsonb) AS n (
        space_id text, state text, title text, creator_id text, host_ids text[], speaker_ids text[],
        scheduled_start timestamptz, started_at timestamptz, ended_at timestamptz, participants integer, failure text)
      WHERE s.space_id = n.space_id AND (s.read_at IS NULL OR s.read_at <= ${claimedAt})`);
  }

  /** Records that the platform does not show the Spaces: they have ended, or they do not exist. */
  async addMissing(spaceIds: readonly string[], claimedAt: Date): Promise<void> {
    await this.database.execute(sql`
      UPDATE microblog_space SET
        state = CASE WHEN state IS NOT NULL THEN 'ended' END,
        ended_at = CASE WHEN state IS NOT NULL THEN coalesce(ended_at, ${claimedAt}) END,
        misses = misses + 1, failure = NULL, read_at = ${claimedAt}, leased_until = '-infinity',
        due_at = CASE WHEN state IS NOT NULL AND misses + 1 < ${MAX_MISSES} THEN ${NEXT_MINUTE} END
      WHERE space_id = ANY(${spaceIds}::text[]) AND (read_at IS NULL OR read_at <= ${claimedAt})`);
  }

  /** Records why the Spaces could not be read. They are read again at `retryAt`, or in the next minute. */
  async addFailure(spaceIds: readonly string[], reason: string, retryAt: string | null): Promise<void> {
    await this.database.execute(sql`
      UPDATE microblog_space
      SET failure = ${reason}, leased_until = '-infinity', due_at = greatest(${NEXT_MINUTE}, ${retryAt}::timestamptz)
      WHERE space_id = ANY(${spaceIds}::text[])`);
  }

  /** Lets Spaces be read by a later request, after those that are due already. */
  async release(spaceIds: readonly string[]): Promise<void> {
    await this.database.execute(sql`
      UPDATE microblog_space SET leased_until = '-infinity', due_at = now()
      WHERE space_id = ANY(${spaceIds}::text[]) AND due_at IS NOT NULL`);
  }

  /** Deletes Spaces that no check asks for, after KEPT_DAYS, or after a day if they do not exist. */
  purge(): Promise<number> {
    return this.database.execute(sql`
      DELETE FROM microblog_space
      WHERE asked_at < now() - make_interval(days => ${KEPT_DAYS})
        OR (asked_at < now() - interval '1 day' AND state IS NULL AND due_at IS NULL)`);
  }
}

const toRecord = (space: SeenSpace) => ({
  space_id: space.spaceId,
  state: space.state,
  title: space.title,
  creator_id: space.creatorId,
  host_ids: space.hostIds,
  speaker_ids: space.speakerIds,
  scheduled_start: space.scheduledStart,
  started_at: space.startedAt,
  ended_at: space.endedAt,
  participants: space.participants,
});
