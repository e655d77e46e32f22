/**
 * Milliseconds that never jump: Unix time as it was when the process started, and what passed since. They go on while
 * the process is stopped by a signal.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now();
