import { exampleOfAll, fieldsOf } from '@questp/messages/language';
import type { Operation } from '../operations/operation.js';

type Members = Record<string, unknown>;

/** What a client sends in query or body, made of the members that have to be there and what the face tells. */
export const requestExample = ({ face, sent }: Operation): Members => ({ ...exampleOfAll(sent), ...face.example });

/** The answer to it; undefined where there is none. */
export const replyExample = ({ contract: { reply }, face }: Operation): Members | undefined =>
  reply === null ? undefined : { ...exampleOfAll(fieldsOf(reply)), ...face.replies };
