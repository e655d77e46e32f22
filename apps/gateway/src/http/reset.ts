import type { Socket } from 'node:net';

/**
 * Cuts a connection off by a TCP reset. After an orderly end the kernel would keep what the client has not read, some
 * MB, and try to deliver it for minutes, while nothing in this process counts it any more.
 */
export const reset = (connection: Socket | null): void => void connection?.resetAndDestroy();
