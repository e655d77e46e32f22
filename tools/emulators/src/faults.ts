/** What goes wrong on every platform alike; further ones, by which a platform answers, are in its rules. */
export const COMMON_FAULTS = [
  'hang',
  'invalid_json',
  'revoked_token',
  'expired_token',
  'missing_scope',
  'unverified_email',
  'lifetime',
] as const;

export interface Fault {
  kind: string;
  /** The route whose requests it meets; without one, the first that it can be told at. */
  route?: string;
  /** How many requests are left that it meets. */
  times: number;
  /** Which scope is missing; the last one asked for by default. */
  scope?: string;
  /** How long tokens last. */
  seconds?: number;
}

/** What was armed for one platform. */
export class Faults {
  private armed: Fault[] = [];

  arm(fault: Fault): void {
    this.armed.push({ ...fault });
  }

  clear(): void {
    this.armed = [];
  }

  /** The first one of these kinds that meets a request to the route; it counts as met. */
  take(route: string, kinds: readonly string[], needsRoute = false): Fault | undefined {
    const fault = this.armed.find(
      (one) => kinds.includes(one.kind) && (one.route === undefined ? !needsRoute : one.route === route),
    );
    if (fault === undefined) return undefined;
    fault.times -= 1;
    if (fault.times <= 0) this.armed = this.armed.filter((one) => one !== fault);
    return fault;
  }
}
