import { actOf, numberOf } from '../fields.js';
import { eventsOf, valueIn } from '../events.js';
import type { MessageReader } from '../message-reader.js';

export const storeCode: MessageReader = {
  types: ['/cosmwasm.wasm.v1.MsgStoreCode', 'wasm/MsgStoreCode'],
  kinds: ['store_code'],
  acts: ({ sender }, { events }) => {
    const stored = eventsOf(events, 'store_code');
    const [codeId, checksum] = [numberOf(valueIn(stored, 'code_id')), valueIn(stored, 'code_checksum')?.toLowerCase()];
    const codeChecksum = checksum !== undefined && /^[0-9a-f]{64}$/.test(checksum) ? checksum : undefined;
    return actOf('store_code', sender, { codeId, codeChecksum }, codeId !== undefined);
  },
};
