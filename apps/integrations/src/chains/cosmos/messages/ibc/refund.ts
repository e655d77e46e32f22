import type { TxEvent } from '@questp/chains/transactions';
import { parseJson, hasForm } from '@questp/messages/language';
import { actOf, isObject, numberOf, OTHER, UNREADABLE } from '../fields.js';
import { eventsOf } from '../events.js';
import type { MessageReader } from '../message-reader.js';

/**
 * Messages of relayers by which coins come back. A chain also accepts those that change nothing, because the packet was
 * handled before, and does not verify them: only the events of the transfer module prove a refund.
 */
export const refund: MessageReader = {
  types: [
    ...['/ibc.core.channel.v1.MsgTimeout', '/ibc.core.channel.v1.MsgTimeoutOnClose'],
    '/ibc.core.channel.v1.MsgAcknowledgement',
  ],
  kinds: ['ibc_refund'],
  acts: ({ packet }, { events }) => {
    if (!isObject(packet)) return UNREADABLE;
    if (events === undefined) return UNREADABLE;
    if (!isRefunded(events)) return OTHER;
    const { source_channel: from, data } = packet;
    const [sequence, sender] = [numberOf(packet['sequence']), senderIn(data)];
    const channel = typeof from === 'string' && from.length <= 64 && hasForm('handle', from) ? from : undefined;
    return actOf('ibc_refund', sender, { channel, sequence }, channel !== undefined && sequence !== undefined);
  },
};

const isRefunded = (events: readonly TxEvent[]): boolean =>
  eventsOf(events, 'timeout').some(({ values }) => values.has('refund_receiver')) ||
  eventsOf(events, 'fungible_token_packet').some(({ values }) => values.has('error'));

/** The sender in the data of a packet of the transfer module. */
function senderIn(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    const value = parseJson(Buffer.from(data, 'base64').toString('utf8'));
    return isObject(value) ? value['sender'] : undefined;
  } catch {
    return undefined;
  }
}
