import type { Quiz, QuizQuestion, QuizResult, QuizStatus } from '@questp/messages';
import { Count, Flag, Id, ListOf, ListOfText, Nested, OneOf, Text, TextListMap, Time } from '../edge/fields/index.js';
import { CreditDto } from '../submissions/submissions.dto.js';

export class QuizOptionDto {
  @Text()
  id!: string;

  @Text()
  text!: string;
}

export class QuizQuestionDto implements QuizQuestion {
  @Text()
  id!: string;

  @Text()
  text!: string;

  @OneOf(['single', 'multiple'])
  kind!: QuizQuestion['kind'];

  @ListOf(() => QuizOptionDto)
  options!: QuizOptionDto[];
}

export class QuizDto implements Quiz {
  @Id()
  questId!: string;

  @Count()
  passScorePercent!: number;

  @Count()
  maxAttempts!: number;

  @Count()
  retryCooldownMinutes!: number;

  @ListOf(() => QuizQuestionDto)
  questions!: QuizQuestionDto[];
}

export class QuizAttemptDto {
  @Time()
  at!: string;

  @Count()
  scorePercent!: number;

  @Flag()
  passed!: boolean;
}

export class QuizStatusDto implements QuizStatus {
  @Flag()
  passed!: boolean;

  @Count()
  attemptsUsed!: number;

  @Count()
  attemptsLeft!: number;

  @Time({ nullable: true, description: 'When the next attempt may start; null: now, or never' })
  availableAt!: string | null;

  @Nested(() => QuizAttemptDto, { nullable: true })
  lastAttempt!: QuizAttemptDto | null;
}

export class QuizQuestionResultDto {
  @Text()
  questionId!: string;

  @Flag()
  correct!: boolean;
}

export class QuizCorrectionDto {
  @Text()
  questionId!: string;

  @ListOfText()
  correctOptionIds!: string[];

  @Text({ nullable: true })
  explanation!: string | null;
}

export class QuizResultDto extends QuizStatusDto implements QuizResult {
  @Count()
  scorePercent!: number;

  @ListOf(() => QuizQuestionResultDto)
  questions!: QuizQuestionResultDto[];

  @ListOf(() => QuizCorrectionDto, { nullable: true, description: 'After a pass with explanations on' })
  corrections!: QuizCorrectionDto[] | null;

  @Nested(() => CreditDto, { nullable: true })
  credit!: CreditDto | null;
}

export class QuizAnswersBody {
  @TextListMap({
    maxEntries: 200,
    maxItems: 50,
    maxLength: 200,
    description: 'Chosen option ids by question id',
    example: { q1: ['a'], q2: ['b', 'c'] },
  })
  answers!: Record<string, string[]>;
}
