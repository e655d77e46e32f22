import type { Socket } from 'node:net';

/**
 * Closes a connection with a TCP reset. After an orderly close, the kernel would keep the unread data (some MB) and
 * retry its delivery for minutes, although this process no longer counts it.
 */
export const reset = (connection: Socket | null): void => void connection?.resetAndDestroy();
