import { hasForm } from '@questp/messages/language';
import { accountOf, actOf, coinsOf, numberOf, UNREADABLE } from '../fields.js';
import { eventsOf, valueIn } from '../events.js';
import type { MessageReader } from '../message-reader.js';

export const ibcTransfer: MessageReader = {
  types: ['/ibc.applications.transfer.v1.MsgTransfer', 'cosmos-sdk/MsgTransfer'],
  kinds: ['ibc_transfer'],
  acts: ({ sender, receiver, source_port: port, source_channel: from, token }, { denom, events }) => {
    // Coins leave by the port of their module alone.
    if (port !== 'transfer') return UNREADABLE;
    const { amounts, isComplete } = coinsOf([token], denom);
    const channel = typeof from === 'string' && from.length <= 64 && hasForm('handle', from) ? from : undefined;
    const sent = eventsOf(events, 'send_packet').filter(({ values }) => values.get('packet_src_channel') === channel);
    const sequence = numberOf(valueIn(sent, 'packet_sequence'));
    const members = { recipient: accountOf(receiver), amounts, channel, sequence };
    return actOf('ibc_transfer', sender, members, isComplete && channel !== undefined);
  },
};
