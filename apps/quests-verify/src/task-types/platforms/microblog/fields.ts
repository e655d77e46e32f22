import {
  MICROBLOG_NAME,
  readMicroblogAccount,
  readMicroblogPost,
  type MicroblogAccount,
  type MicroblogPost,
} from '@questp/messages/integrations';
import { fieldError, type FieldError } from '@questp/messages/language';
import { verifyMicroblog } from '@questp/messages/quests';
import { handle, postUrl } from '../../../catalog/definition/common-fields.js';
import type { FactValues } from '../../../catalog/definition/facts.js';
import { actionProof, provenAction } from '../../../catalog/definition/proven-action.js';
import { httpUrl, line, object, shown, text, type JsonObject } from '../../../catalog/definition/json-schema.js';
import { ANY_PERIOD, ONCE } from '../../../catalog/definition/task-type.js';
import { platformCheck } from '../platform-check.js';

/** Common members of task types that are checked at the microblog. */
export const common = {
  category: 'social',
  periods: ANY_PERIOD,
  completedBy: verifyMicroblog,
  ...platformCheck,
} as const;
export const hybrid = { methods: ['hybrid', 'manual'] } as const;
export const once = { periods: ONCE, inputs: object({}), exampleInputs: {} } as const;
/** An act of the account that is no post: done once, and shown to a reviewer by a link or a screenshot. */
export const act = { ...hybrid, periods: ONCE, inputs: object(actionProof), ...provenAction } as const;

const POST_URL =
  /^https?:\/\/(?:(?:www|mobile)\.)?(?:x|twitter)\.com\/(?:\w{1,50}|i\/web)\/status\/(\d{1,19})(?:[/?#]|$)/i;

/** @throws Error if it is not the URL of a post; `postErrors` has refused it before */
export function postIdOf(postUrl: string): string {
  const id = POST_URL.exec(postUrl)?.[1];
  if (id === undefined) throw new Error('The address of a post has no id');
  return id;
}

/** For configurations and inputs alike. */
export const postErrors = ({ postUrl }: { postUrl?: string }): FieldError[] =>
  postUrl === undefined || POST_URL.test(postUrl)
    ? []
    : [fieldError('/postUrl', 'NOT_ALLOWED', {}, 'It has to be the address of a post at the microblog.')];

/** Members of a configuration that names a post; the last ones are what the platform says of it. */
export const targetPost = {
  postUrl,
  postAuthor: shown(handle('Handle of the author; looked up.')),
  postText: shown(text('How the post begins; looked up.', MICROBLOG_NAME.max)),
};

/** Looks up the post of a configuration. */
export const postTarget = {
  pointer: '/postUrl',
  contract: readMicroblogPost,
  ask: ({ postUrl }: { postUrl?: string }) => (postUrl === undefined ? undefined : { postId: postIdOf(postUrl) }),
  resolved: (config: JsonObject, { author, textStart }: MicroblogPost) => ({
    ...config,
    ...described({ postAuthor: author, postText: textStart }),
  }),
};

/** Members of a configuration that names an account; the last ones are what the platform says of it. */
export const targetAccount = (description: string) => ({
  handle: handle(description),
  accountId: text('Id of the account; looked up.', 19, { pattern: '^[0-9]+$' }),
  accountName: shown(line('Name of the account; looked up.', MICROBLOG_NAME.max)),
  accountPictureUrl: shown(httpUrl('Picture of the account; looked up.')),
});

/** Looks up the account of a configuration, which keeps its id when it is renamed. */
export const accountTarget = {
  pointer: '/handle',
  id: 'accountId',
  contract: readMicroblogAccount,
  ask: ({ handle }: { handle: string }, _projectId: string, accountId?: string) => ({
    handle,
    ...(accountId !== undefined && { accountId }),
  }),
  resolved: (config: JsonObject, { accountId, handle, name, pictureUrl }: MicroblogAccount) => ({
    ...config,
    ...{ accountId, handle },
    ...described({ accountName: name, accountPictureUrl: pictureUrl }),
  }),
  renamed: ({ handle }: { handle: string }, { microblogFollow }: FactValues) => {
    const present = microblogFollow?.handle ?? handle;
    if (present.toLowerCase() === handle.toLowerCase()) return undefined;
    return { members: { handle: present }, from: `@${handle}`, to: `@${present}` };
  },
};

const described = (members: Record<string, string | null>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

export const EXAMPLE_POST = 'https://x.com/orbit_hq/status/1900000000000000001';
export const EXAMPLE_PROOF = { postUrl: 'https://x.com/luna/status/1900000000000000012' };
