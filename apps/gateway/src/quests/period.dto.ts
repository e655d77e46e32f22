import { AppError, type Period, PERIOD_KINDS } from '@questp/messages';
import { OneOf, Whole } from '../edge/fields/index.js';

export class PeriodDto {
  @OneOf(PERIOD_KINDS, { description: 'daily: every UTC day; interval: every `hours` hours' })
  kind!: Period['kind'];

  @Whole({ min: 1, max: 720, optional: true, description: 'With `interval` only' })
  hours?: number;
}

/** @throws AppError VALIDATION_FAILED unless `hours` comes with `interval` and only there */
export function toPeriod({ kind, hours }: PeriodDto): Period {
  if (kind === 'interval' && hours !== undefined) return { kind, hours };
  if (kind !== 'interval' && hours === undefined) return { kind };
  const code = kind === 'interval' ? 'REQUIRED' : 'UNKNOWN_MEMBER';
  throw new AppError('VALIDATION_FAILED', {
    errors: [{ pointer: '/period/hours', code, detail: 'The member belongs to the kind interval, which needs it.' }],
  });
}
