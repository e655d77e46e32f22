import { defineFamily } from '../../family/define-family.js';
import { botStart } from './bot-start.js';
import { join } from './join.js';
import { MessengerQuestsRepository } from './messenger-quests.repository.js';
import { ShowMessengerStatus } from './show-messenger-status.js';

/** Spec 2.4 "messenger", 2.5. */
export const messenger = defineFamily({
  types: [join, botStart],
  providers: [MessengerQuestsRepository, ShowMessengerStatus],
});
