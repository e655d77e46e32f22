import { contract } from '../../language/contract/contract.js';
import { Text } from '../../language/fields/index.js';
import { ByEarner } from '../verification/credit.js';

export class EarnerCode {
  @Text({ max: 16, description: 'Your code in the quest', example: '4f9b2ca7d01e8856' })
  code!: string;
}

/** WRONG_TASK_TYPE for a quest that asks for no code. */
export const getEarnerCode = contract({
  subject: 'quests.earner-code.get',
  request: ByEarner,
  reply: EarnerCode,
  errors: ['WRONG_TASK_TYPE'],
  http: {
    id: 'getEarnerCode',
    route: 'GET /v1/quests/:questId/earner-code',
    tag: 'submissions',
    summary: 'Get your code in a quest',
    description:
      'You enter it at the course, which answers with a completion code, or put it on the page that you hand in. It stays the same and completes the quest for your account alone.',
  },
});
