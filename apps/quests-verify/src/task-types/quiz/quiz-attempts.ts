export interface QuizAttemptState {
  attemptsUsed: number;
  attemptsLeft: number;
  /** Null: the next attempt may start. */
  refusal: 'QUEST_COOLDOWN' | 'QUIZ_ATTEMPTS_EXHAUSTED' | null;
  /** End of the cooldown; null: now, or never. */
  availableAt: Date | null;
}

/**
 * Whether another attempt can start (spec 4.2 rule 1). For views only; one SQL statement with the same rule admits and
 * counts the attempt.
 */
export function quizAttemptState(
  config: { maxAttempts: number; retryCooldownMinutes: number },
  attempts: { used: number; lastAt: Date | null },
  now: Date,
): QuizAttemptState {
  const attemptsLeft = Math.max(0, config.maxAttempts - attempts.used);
  const counts = { attemptsUsed: attempts.used, attemptsLeft };
  if (attemptsLeft === 0) {
    return { ...counts, refusal: 'QUIZ_ATTEMPTS_EXHAUSTED', availableAt: null };
  }
  if (attempts.lastAt !== null) {
    const availableAt = new Date(attempts.lastAt.getTime() + config.retryCooldownMinutes * 60_000);
    if (now < availableAt) {
      return { ...counts, refusal: 'QUEST_COOLDOWN', availableAt };
    }
  }
  return { ...counts, refusal: null, availableAt: null };
}
