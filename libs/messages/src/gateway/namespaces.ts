import type { Allow } from '../access/access-rule.js';

/** Of socket.io: the room of a project is joined by `join`, with its id. */
export const STUDIO_NAMESPACE = '/v1/realtime/studio';
/** Of socket.io: an operator is told what it may be without joining anything. */
export const CONSOLE_NAMESPACE = '/v1/realtime/admin';

/** Who may connect. Joining a room takes what following the project's submissions does. */
export const NAMESPACE_ACCESS: Readonly<Record<string, Allow>> = {
  [STUDIO_NAMESPACE]: { user: {} },
  [CONSOLE_NAMESPACE]: { admin: {} },
};
