import { AppError, refuseInvalid, type FieldError } from '@questp/messages/language';
import type { QuestFields } from '@questp/messages/quests';
import type { Period, PeriodFields } from '@questp/messages/shared';
import { unstorableText } from '../../shared/unstorable-text.js';
import { withDates } from '../../shared/window.js';

/** The members of a request, converted for storage; `config` still contains the secrets. VALIDATION_FAILED */
export function readQuestFields<Request extends Partial<QuestFields>>(request: Request) {
  refuseInvalid(configErrors(request.config));
  const { period, ...rest } = withDates(request);
  return { ...rest, ...(period === undefined ? {} : { period: toPeriod(period) }) };
}

function configErrors(config: object | undefined): FieldError[] {
  const error = unstorableText(config, '/config');
  return error === null ? [] : [error];
}

/** VALIDATION_FAILED unless `hours` comes with an interval, and only with it. */
function toPeriod({ kind, hours }: PeriodFields): Period {
  if (kind === 'interval' && hours !== undefined) return { kind, hours };
  if (kind !== 'interval' && hours === undefined) return { kind };
  const code = kind === 'interval' ? 'REQUIRED' : 'UNKNOWN_MEMBER';
  const detail = 'The member belongs to the kind interval, which needs it.';
  throw new AppError('VALIDATION_FAILED', { errors: [{ pointer: '/period/hours', code, detail }] });
}
