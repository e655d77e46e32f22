import { Client, type ClientInfo } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { Id, ListOfText, Text } from '../../language/fields/index.js';
import { MAX_MEMBERS } from '../studio/invitations.js';
import { ByEarner, Credit } from '../verification/credit.js';
import { EARNING_ERRORS } from '../verification/earning-errors.js';

class VerifySecretCodeRequest extends ByEarner {
  @Text({
    min: 1,
    max: 200,
    description: 'Compared without case, width, spaces, hyphens and invisible characters',
    example: 'moonrise',
  })
  code!: string;

  @Client()
  client?: ClientInfo;
}

/**
 * SECRET_CODE_LOCKED after 10 wrong codes in 15 minutes and, while a quest receives a flood of wrong codes, for a while
 * after each wrong code of the earner. The right code is refused during this time too, and works afterwards.
 */
export const verifySecretCode = contract({
  subject: 'quests.secret-code.verify',
  request: VerifySecretCodeRequest,
  reply: Credit,
  errors: [...EARNING_ERRORS, 'TASK_INPUTS_INVALID', 'SECRET_CODE_WRONG', 'SECRET_CODE_LOCKED'],
  http: {
    id: 'verifySecretCode',
    route: 'POST /v1/quests/:questId/secret-code/verify',
    tag: 'secret-code',
    summary: 'Complete a quest with its secret code',
    description:
      'Ten wrong codes within 15 minutes lock the quest for the earner. An earner without a wrong code in the last 15 minutes is never locked. While many wrong codes are entered for the quest or from one IP address, each wrong code locks it for the earner for a minute or more.',
    examples: { engagement_secret_code: { code: 'moonrise' } },
    again: 'After completion it returns ALREADY_COMPLETED.',
  },
});

export class CodesGuessed {
  @Id()
  questId!: string;

  @Text({ max: 160, description: 'Title of the quest', example: 'Your first impressions' })
  questTitle!: string;

  @Id()
  projectId!: string;

  @ListOfText({ max: MAX_MEMBERS, maxLength: 40, form: 'user_id', description: 'The team' })
  userIds!: string[];
}
