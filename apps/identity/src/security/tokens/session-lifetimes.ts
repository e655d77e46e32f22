import type { SessionFamily } from '@questp/messages/access';
import type { SessionConfig } from '../../shared/config.js';

/** Maximum age of a session, and maximum time without use, in seconds. */
export interface SessionLifetime {
  absolute: number;
  idle: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

export const sessionLifetimes = (config: SessionConfig): Record<SessionFamily, SessionLifetime> => ({
  user: { absolute: config.USER_SESSION_DAYS * DAY, idle: config.USER_SESSION_IDLE_DAYS * DAY },
  admin: { absolute: config.ADMIN_SESSION_HOURS * HOUR, idle: config.ADMIN_SESSION_IDLE_HOURS * HOUR },
});
