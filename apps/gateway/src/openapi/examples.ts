import { exampleOfAll, fieldsOf } from '@questp/messages/language';
import type { Operation } from '../operations/operation.js';

type Members = Record<string, unknown>;

/** Example of the query or body: the required members, and the members in the example of the binding. */
export const requestExample = ({ binding, sent }: Operation): Members => ({
  ...exampleOfAll(sent),
  ...binding.example,
});

/** Example of the answer; undefined without a body. */
export const replyExample = ({ contract: { reply }, binding }: Operation): Members | undefined =>
  reply === null ? undefined : { ...exampleOfAll(fieldsOf(reply)), ...binding.replies };
