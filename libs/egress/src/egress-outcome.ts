/** A response of any status, 3xx, 4xx and 5xx included. */
export interface EgressAnswer<Body = Buffer> {
  outcome: 'answered';
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Body;
}

/**
 * - timeout: no connection in time, or no whole answer.
 * - unreachable: connection refused or broken, no such host, bad certificate, or what came is not HTTP as asked for;
 *   or the server kept failing and is left alone for a while.
 * - too_large: body or headers; what was read of them is dropped.
 * - aborted: by the caller's signal.
 * - not_allowed: no request is sent to such a URL, or to where its host leads.
 */
export interface EgressFailure {
  outcome: 'timeout' | 'unreachable' | 'too_large' | 'aborted' | 'not_allowed';
  /** Half a sentence about this failure, without anything of the URL, which may hold a secret. */
  detail: string;
}

export type EgressOutcome<Body = Buffer> = EgressAnswer<Body> | EgressFailure;
