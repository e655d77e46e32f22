import { hasForm } from '@questp/messages/language';
import { accountOf, actOf } from '../fields.js';
import type { MessageReader } from '../message-reader.js';

export const mintOnft: MessageReader = {
  types: ['/OmniFlix.onft.v1beta1.MsgMintONFT', 'OmniFlix/onft/MsgMintONFT'],
  kinds: ['nft_mint'],
  acts: ({ sender, recipient, denom_id: id }) => {
    const isRead = typeof id === 'string' && id.length <= 128 && hasForm('pool_id', id);
    const members = { recipient: accountOf(recipient), collection: isRead ? id : undefined };
    return actOf('nft_mint', sender, members, isRead);
  },
};
