import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { ClientInfo } from '@questp/messages/language';
import type { Tx } from '@questp/postgres';
import { addressKey } from '@questp/service';
import type { QuestEntry } from '../../verification/entry/quest-entry.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import type { Attempt } from '../../verification/attempts/verify-attempt.js';
import { hasCode } from './code-fields.js';
import { WrongCodesRepository } from './wrong-codes.repository.js';

/** Limits wrong codes: each try at a quest with a code is admitted, and counted if the code is wrong. */
@Injectable()
export class LimitWrongCodes {
  constructor(private readonly wrongCodesRepository: WrongCodesRepository) {}

  of(who: EarnerAndQuest, client: ClientInfo | undefined): Required<Pick<Attempt<never>, 'admit' | 'settle'>> {
    const entered = { ...who, addressKey: client === undefined ? null : keyOf(who.questId, client) };
    return {
      admit: async (tx, { type }) => {
        if (hasCode(type)) await this.wrongCodesRepository.admit(tx, entered);
      },
      settle: async (tx, { type, quest }, outcome) => {
        if (!hasCode(type)) return outcome;
        if (outcome.kind === 'pass') {
          await this.wrongCodesRepository.forget(tx, who);
        } else if (outcome.kind === 'fail' && outcome.code === 'SECRET_CODE_WRONG') {
          await this.wrongCodesRepository.count(tx, entered);
          await this.alert(tx, quest);
        } else {
          await this.wrongCodesRepository.release(tx, who);
        }
        return outcome;
      },
    };
  }

  private async alert(tx: Tx, { id, title, projectId }: QuestEntry['quest']): Promise<void> {
    const team = await this.wrongCodesRepository.takeAlert(tx, id);
    if (team === undefined) return;
    await emit(tx, 'quest.codes_guessed', id, { questId: id, questTitle: title, projectId, ...team });
  }
}

const keyOf = (questId: string, { ip }: ClientInfo): Buffer =>
  createHash('sha256')
    .update(`${questId} ${addressKey(ip)}`)
    .digest();
