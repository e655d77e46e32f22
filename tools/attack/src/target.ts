import type { Stack } from '@questp/local-stack';
import { Gateways } from '@questp/players';

/** The running platform that is attacked; what is not known of it is not tried. */
export interface Target {
  gateways: Gateways;
  /** Its super admin, who has changed the initial password. */
  admin?: { email: string; password: string };
  database?: {
    /** As the role that owns the tables. */
    url: string;
    owner: string;
    /** By service. */
    urls: Record<string, string>;
  };
  /** By service, as the broker knows it. */
  natsUrls?: Record<string, string>;
  /** As the migrator, who sees what became of the streams. */
  migratorNatsUrl?: string;
  /** Freezes the broker and lets it go on. */
  broker?: { pause(): void; resume(): void };
}

/** Of an address alone: what anybody can try who reaches it. */
export const targetAt = (url: string): Target => ({ gateways: new Gateways([new URL(url).origin]) });

/** The platform that `npm run up` runs. */
export function targetOf(stack: Stack): Target {
  const { apiUrl, admin, databaseUrl, databaseUrls, natsUrls, natsUrl, natsPid } = stack;
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => () => void (natsPid !== null && process.kill(natsPid, name));
  return {
    ...targetAt(apiUrl),
    admin,
    database: { url: databaseUrl, owner: decodeURIComponent(new URL(databaseUrl).username), urls: databaseUrls },
    natsUrls,
    migratorNatsUrl: natsUrl,
    ...(natsPid !== null && { broker: { pause: signal('SIGSTOP'), resume: signal('SIGCONT') } }),
  };
}
