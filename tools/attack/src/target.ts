import type { Stack } from '@questp/local-stack';
import { EmulatedPlatforms, Gateways } from '@questp/players';

/** The platform under attack. Attacks that need an absent member are skipped. */
export interface Target {
  gateways: Gateways;
  /** A super admin who has changed the initial password. */
  admin?: { email: string; password: string };
  database?: {
    /** The role that owns the tables. */
    owner: string;
    /** By service. */
    urls: Record<string, string>;
  };
  /** By service, as the broker knows it. */
  natsUrls?: Record<string, string>;
  /** As the migrator, who may read the state of the streams. */
  migratorNatsUrl?: string;
  /** The third parties, where they are emulated. */
  emulators?: EmulatedPlatforms;
  /** Freezes the broker and resumes it. */
  broker?: { pause(): void; resume(): void };
}

/** A platform of which only the address is known. */
export const targetAt = (url: string): Target => ({ gateways: new Gateways([new URL(url).origin]) });

/** The platform that `npm run up` runs. */
export function targetOf(stack: Stack): Target {
  const { apiUrl, admin, databaseUrl, databaseUrls, natsUrls, natsUrl, natsPid, emulatorsUrl } = stack;
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => () => void (natsPid !== null && process.kill(natsPid, name));
  return {
    ...targetAt(apiUrl),
    admin,
    database: { owner: decodeURIComponent(new URL(databaseUrl).username), urls: databaseUrls },
    natsUrls,
    migratorNatsUrl: natsUrl,
    ...(emulatorsUrl !== null && { emulators: new EmulatedPlatforms(emulatorsUrl) }),
    ...(natsPid !== null && { broker: { pause: signal('SIGSTOP'), resume: signal('SIGCONT') } }),
  };
}
