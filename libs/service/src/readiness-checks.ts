interface Check {
  /** What must hold, for docs/reference/containers.md. */
  needs: string;
  /** The services that have the check; undefined: all. */
  services?: readonly string[];
}

const WITH_CHAINS = ['integrations', 'identity', 'quests-verify', 'escrow-ops'];

/** Checks of what every request needs, by their name in the report. */
export const CHECKS = {
  nats: { needs: 'The service is connected to NATS as its user' },
  postgres: {
    needs:
      'PostgreSQL accepts the role and takes writes, the role can read its tables, and they are at least as new as the program',
    services: ['integrations', 'identity', 'quests-verify', 'notifier', 'escrow-ops', 'exports'],
  },
  events: {
    needs: 'The stream of events has the consumer of the service',
    services: ['integrations', 'identity', 'quests-verify', 'notifier', 'escrow-ops'],
  },
  chains: { needs: 'The chains of the platform were read once', services: WITH_CHAINS },
  counters: { needs: 'JetStream counts the rate limits', services: ['gateway'] },
  live: { needs: 'JetStream has the stream of live events', services: ['gateway'] },
} as const satisfies Record<string, Check>;

/** Checks of what only a part of the requests needs: a failure is reported, and the service stays ready. */
export const PARTIAL_CHECKS = {
  'chains up to date': { needs: 'The chains were read within the last 15 s', services: WITH_CHAINS },
  'file storage': { needs: '`FILES_DIR` can be used; without a bucket', services: ['integrations'] },
  'object storage': { needs: 'The bucket of the `S3_` variables can be used', services: ['integrations'] },
} as const satisfies Record<string, Check>;
