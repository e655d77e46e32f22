import type { Allow } from '../access/access-rule.js';

/** socket.io namespace of the studio: `join` with the id of a project joins its room. */
export const STUDIO_NAMESPACE = '/v1/realtime/studio';
/**
 * socket.io namespace of the console: operators receive the events that their permissions allow without joining a room.
 */
export const CONSOLE_NAMESPACE = '/v1/realtime/admin';

/** Who may connect. Joining a room requires the same rights as following the submissions of the project. */
export const NAMESPACE_ACCESS: Readonly<Record<string, Allow>> = {
  [STUDIO_NAMESPACE]: { user: {} },
  [CONSOLE_NAMESPACE]: { admin: {} },
};
