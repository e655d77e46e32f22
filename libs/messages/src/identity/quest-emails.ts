import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Id, Text, Time, UserId, combine } from '../language/fields/index.js';
import { EMAIL_ADDRESS } from '../shared/email-address.js';
import { QuestMail } from '../shared/quest-mail.js';
import { AskForCodeRequest } from './emails.js';
import { MAX_TYPED_CODE } from '../language/typed-code.js';

class EarnerOfQuest {
  @UserId()
  userId!: string;

  @Id()
  questId!: string;
}

class AskForQuestEmailCodeRequest extends combine(AskForCodeRequest, EarnerOfQuest, QuestMail) {}

class QuestEmailCodeSent {
  @Time({ description: 'When the code expires' })
  expiresAt!: Timestamp;
}

/**
 * Mails a code that verifies the address for one earner and quest. The answer is the same for every address. A new code
 * replaces the previous one of the earner and quest.
 */
export const askForQuestEmailCode = contract({
  subject: 'identity.quest-emails.ask-for-code',
  callers: ['quests-verify'],
  request: AskForQuestEmailCodeRequest,
  reply: QuestEmailCodeSent,
  errors: ['RATE_LIMITED'],
});

class ReadQuestEmailRequest extends EarnerOfQuest {
  @Text({
    max: MAX_TYPED_CODE,
    storable: false,
    nullable: true,
    description: 'The mailed code; null: the verified address of the account is read',
  })
  code!: string | null;
}

export class QuestEmail {
  @Text({
    max: 43,
    nullable: true,
    description: 'Keyed hash of the address, which differs between quests; null: the account has no address',
  })
  address!: string | null;

  @Text({ max: EMAIL_ADDRESS.max, nullable: true, description: 'Domain of the address, in lower case' })
  domain!: string | null;
}

/**
 * Returns an address that the earner has verified. A code of the quest can be used again until it expires, so that a
 * repeated attempt has the same result.
 */
export const readQuestEmail = contract({
  subject: 'identity.quest-emails.read',
  callers: ['quests-verify'],
  request: ReadQuestEmailRequest,
  reply: QuestEmail,
  errors: ['EMAIL_CODE_INVALID'],
});
