import { AppError } from '@questp/messages/language';

/** Milliseconds between two checks. */
const CHECK_MS = 1_000;
/** Milliseconds after which access that could not be checked counts as lost. */
const UNCONFIRMED_MS = 3_500;

/**
 * Checks once a second whether access still exists. Calls `onLost` within five seconds after it was lost or could not
 * be checked any more.
 * @param requireStill rejects when access is lost
 * @returns a function that stops the checks
 */
export function watchAccess(requireStill: () => Promise<unknown>, onLost: () => void): () => void {
  let confirmedAt = performance.now();
  let isChecking = false;
  const check = async () => {
    const began = performance.now();
    if (began - confirmedAt > UNCONFIRMED_MS) return onLost();
    if (isChecking) return;
    isChecking = true;
    try {
      await requireStill();
      confirmedAt = began;
    } catch (error) {
      if (!isOutage(error)) onLost();
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  return () => clearInterval(timer);
}

/** True if the check itself failed, which does not prove that access is lost. */
const isOutage = (error: unknown): boolean =>
  !(error instanceof AppError) || error.status >= 500 || error.code === 'RATE_LIMITED';
