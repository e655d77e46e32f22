import { UNSTORABLE } from '@questp/messages/language';
import { actOf, coinsOf, isObject, numberOf } from '../fields.js';
import { eventsOf, valueIn } from '../events.js';
import type { MessageReader } from '../message-reader.js';

const MAX_TITLE = 255;

export const submitProposal: MessageReader = {
  types: [
    ...['/cosmos.gov.v1.MsgSubmitProposal', '/cosmos.gov.v1beta1.MsgSubmitProposal'],
    ...['cosmos-sdk/v1/MsgSubmitProposal', 'cosmos-sdk/MsgSubmitProposal'],
  ],
  kinds: ['proposal'],
  acts: ({ proposer, initial_deposit, title, content, messages }, { denom, events }) => {
    const { amounts, isComplete } = coinsOf(initial_deposit, denom);
    const proposalId = numberOf(valueIn(eventsOf(events, 'submit_proposal'), 'proposal_id'));
    // Before its own member, a title was that of the content, which gov v1 wraps in a message.
    const wrapped: unknown[] = Array.isArray(messages) ? messages : [];
    const titles = [title, titleOf(content), ...wrapped.map((one) => isObject(one) && titleOf(one['content']))];
    const shown = titles.find((one) => typeof one === 'string' && one !== '') as string | undefined;
    return actOf('proposal', proposer, { amounts, proposalId, title: shown && cut(shown) }, isComplete);
  },
};

/** Of the content itself, or of its value in the amino form. */
function titleOf(content: unknown): unknown {
  if (!isObject(content)) return undefined;
  return content['title'] ?? (isObject(content['value']) ? content['value']['title'] : undefined);
}

const cut = (title: string): string =>
  [...title]
    .filter((character) => !UNSTORABLE.test(character))
    .slice(0, MAX_TITLE)
    .join('');
