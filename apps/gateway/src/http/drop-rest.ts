import type { IncomingMessage } from 'node:http';

/** Bytes and milliseconds for which a request body is still read after its answer was sent. */
export const MAX_DROPPED_BYTES = 32 * 1024 * 1024;
export const MAX_DROPPED_MS = 10_000;

/**
 * Reads and discards the rest of a request body after the answer was sent. A client that sends the whole body before it
 * reads would otherwise see a reset connection instead of the answer. Destroys the connection beyond the limits above.
 */
export function dropRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  const cut = () => socket.destroy();
  const timer = setTimeout(cut, MAX_DROPPED_MS);
  const stop = () => {
    clearTimeout(timer);
    socket.off('close', stop);
  };
  socket.once('close', stop);
  request.once('end', stop);
  let dropped = 0;
  request.on('data', ({ length }: Buffer) => {
    dropped += length;
    if (dropped > MAX_DROPPED_BYTES) cut();
  });
  // It is paused after a part of it was sent on.
  request.resume();
}
