import { quizAttemptState } from './quiz-attempts.js';

const config = { maxAttempts: 3, retryCooldownMinutes: 1 };
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

describe('quiz attempts', () => {
  it.each([
    ['the first attempt is open', 0, null, 0, 3, null, null],
    ['the next one waits for the cooldown', 1, at(0), 59.999, 2, 'QUEST_COOLDOWN', at(60)],
    ['the cooldown ends at its last instant', 1, at(0), 60, 2, null, null],
    ['a used-up quiz has no next time', 3, at(0), 0, 0, 'QUIZ_ATTEMPTS_EXHAUSTED', null],
    ['a limit lowered later leaves no negative attempts', 5, at(0), 900, 0, 'QUIZ_ATTEMPTS_EXHAUSTED', null],
  ])('%s', (_, used, lastAt, seconds, attemptsLeft, refusal, availableAt) => {
    expect(quizAttemptState(config, { used, lastAt }, at(seconds))).toEqual({
      attemptsUsed: used,
      attemptsLeft,
      refusal,
      availableAt,
    });
  });
});
