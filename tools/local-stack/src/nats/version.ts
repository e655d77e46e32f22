/** Per-key time to live and other parts of JetStream that the platform uses came with 2.11 and 2.12. */
export const MIN_NATS_VERSION = '2.12.0';

type Version = [major: number, minor: number, patch: number];

/** The first x.y.z in a text such as `nats-server: v2.15.2` or `2.9.10-1+b3`. */
export function parseVersion(text: string): Version | undefined {
  const match = /(\d+)\.(\d+)\.(\d+)/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** Whether a version text names the least version or a later one. */
export function isRecent(text: string, least = MIN_NATS_VERSION): boolean {
  const [have, need] = [parseVersion(text), parseVersion(least)];
  if (!have || !need) return false;
  const differs = have.findIndex((part, index) => part !== need[index]);
  return differs === -1 || (have[differs] ?? 0) > (need[differs] ?? 0);
}
