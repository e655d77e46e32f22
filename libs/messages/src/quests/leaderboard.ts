import type { AccountStatus, Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';

/** Points descending, then the earlier last credit, then the public id; equal points share no rank. */
export interface LeaderboardRow {
  rank: number;
  userId: string;
  username: string | null;
  displayName: string | null;
  points: string;
  xp: string;
  completions: number;
  lastVerifiedAt: Timestamp;
}

export interface Standing {
  /** Null: no credit yet, or suspended. */
  rank: number | null;
  points: string;
  xp: string;
  completions: number;
  /** Earners with a rank. */
  participants: number;
  lastVerifiedAt: Timestamp | null;
}

export type LeaderboardScope = { campaignId: string } | { projectId: string };

/** Suspended earners are left out. NOT_FOUND for a draft or archived scope. */
export const getLeaderboard = contract<
  PageRequest & { scope: LeaderboardScope; projectId?: string },
  Page<LeaderboardRow>
>('quests.leaderboard.page');
export const getStanding = contract<{ scope: LeaderboardScope; userId: string }, Standing>(
  'quests.leaderboard.standing',
);

export interface LedgerEntry {
  id: string;
  at: Timestamp;
  kind: 'credit' | 'reversal';
  points: string;
  xp: string;
  projectId: string;
  campaignId: string;
  questId: string;
  questTitle: string;
  submissionId: string;
  periodKey: string;
}
/** The earner's own ledger, newest first. */
export const listOwnLedger = contract<PageRequest & { userId: string; campaignId?: string }, Page<LedgerEntry>>(
  'quests.ledger.list-own',
);

/** Identity tells, before it answers a suspension, that the earner earns no more (or again). */
export const setEarnerStatus = contract<{ userId: string; status: AccountStatus; version: number }, null>(
  'quests.earners.set-status',
);
