import type { EscrowExecuteMsg } from '@questp/message-schema';
import type { DONE_CODES, SEND_CODES, STOP_CODES, WAIT_CODES } from '@questp/messages/escrow';

/** Messages that the key of the operator sends. */
export type OperatorMessage = Extract<
  EscrowExecuteMsg,
  | { commit_allocations: object }
  | { reset_allocations: object }
  | { finalize_allocations: object }
  | { distribute: object }
  | { retry_failed: object }
  | { sweep_leftover: object }
  | { reclaim_expired: object }
>;

export interface Send {
  do: 'send';
  code: (typeof SEND_CODES)[number];
  /** A sentence for operators. */
  why: string;
  message: OperatorMessage;
}

export interface Wait {
  do: 'wait';
  code: (typeof WAIT_CODES)[number];
  why: string;
  /** When the wait is over; null: not at a known time. */
  until: Date | null;
}

export interface Stop {
  do: 'stop';
  code: (typeof STOP_CODES)[number];
  why: string;
}

export interface Done {
  do: 'done';
  code: (typeof DONE_CODES)[number];
  why: string;
}

/** Waits that the lane of a chain decides on. The state of the escrow alone says otherwise, so that they are kept until they end. */
export const LANE_CODES = [
  'message_refused',
  'escrow_unreadable',
  'fees_reserved',
  'leftover_too_small',
] as const satisfies readonly Wait['code'][];
/** Those of a campaign that failed. */
export type FailureCode = Extract<(typeof LANE_CODES)[number], 'message_refused' | 'escrow_unreadable'>;

/** What the operator does next for an escrow. */
export type Decision = Send | Wait | Stop | Done;

export const send = (code: Send['code'], message: OperatorMessage, why: string): Send => ({
  ...{ do: 'send', code, why, message },
});
export const wait = (code: Wait['code'], why: string, until: Date | null = null): Wait => ({
  ...{ do: 'wait', code, why, until },
});
export const stop = (code: Stop['code'], why: string): Stop => ({ do: 'stop', code, why });
export const done = (code: Done['code'], why: string): Done => ({ do: 'done', code, why });
