import type { IncomingMessage } from 'node:http';

/** What is read of a body after its answer, in bytes and milliseconds. */
export const MOST_DROPPED = 16 * 1024 * 1024;
export const MOST_DROPPED_MS = 10_000;

/**
 * Reads what is still to come of a body that is answered now, and drops it: a client that sends everything before it
 * reads would find its connection reset instead of the answer. What takes too much is cut off.
 */
export function dropRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  const cut = () => socket.destroy();
  const timer = setTimeout(cut, MOST_DROPPED_MS);
  const stop = () => {
    clearTimeout(timer);
    socket.off('close', stop);
  };
  socket.once('close', stop);
  request.once('end', stop);
  let dropped = 0;
  request.on('data', ({ length }: Buffer) => {
    dropped += length;
    if (dropped > MOST_DROPPED) cut();
  });
}
