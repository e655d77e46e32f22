import { parseJson, UNSTORABLE } from '@questp/messages/language';

const EVERY_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

/** Parses the JSON of a contract. What PostgreSQL cannot store in a text is replaced: owners choose some of the texts. */
export const parseAnswer = (json: string): unknown =>
  parseJson(json, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(EVERY_UNSTORABLE, '\ufffd') : value,
  );
