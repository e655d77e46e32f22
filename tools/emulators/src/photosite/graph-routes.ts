import { ok, type Answer } from '../http/answer.js';
import type { Asked, Route } from '../oauth/rules.js';
import { answerUser } from '../oauth/user-routes.js';
import { accountScoped, ACCOUNTS, FOLLOWS, idOf, type Account } from './accounts.js';
import { consentRequired, error, noObject } from './errors.js';
import { lastMessage, SENT, SUBSCRIBED } from './messages.js';

const BASIC = 'instagram_business_basic';
export const MESSAGING = 'instagram_business_manage_messages';
const LIMIT = { name: 'calls', requests: 200, seconds: 3_600 };
const DAY = 86_400_000;

type Own = Asked & { account: Account };

interface GraphRoute {
  name: string;
  method: Route['method'];
  path: string;
  scopes: readonly string[];
  answer: (own: Own) => Answer;
}

/** With and without a version; the token may be a parameter. */
const graphRoutes = ({ answer, name, method, path, scopes }: GraphRoute): Route[] =>
  ['', '/:version'].map((version) => ({
    name,
    method,
    path: `/graph.instagram.com${version}${path}`,
    answer: (asked) => {
      if (!/^(v\d{1,2}\.\d)?$/.test(asked.params['version'] ?? '')) return noObject(asked.params['version'] ?? '');
      const { access_token: token } = asked.query;
      const authorization = token === undefined ? asked.headers.authorization : `Bearer ${token}`;
      const headers = { ...asked.headers, ...(authorization !== undefined && { authorization }) };
      const route = { name, method, path, scopes, limit: LIMIT };
      return answerUser(
        {
          ...route,
          answer: ({ person, ...rest }) => {
            const account = ACCOUNTS.of(rest.platform).get(idOf(person));
            if (account === undefined || account.type === 'PERSONAL') return noObject('me');
            return answer({ ...rest, account });
          },
        },
        { ...asked, headers },
      );
    },
  }));

const pick = (
  all: Readonly<Record<string, unknown>>,
  fields: string | undefined,
  otherwise: readonly string[],
): Answer => {
  const asked = fields?.split(',') ?? otherwise;
  const unknown = asked.find((field) => !(field in all));
  if (unknown !== undefined) return error(400, 100, `(#100) Tried accessing nonexisting field (${unknown})`);
  return ok(Object.fromEntries([...new Set([...asked, 'id'])].map((field) => [field, all[field]])));
};

/** The application knows the account by another id than everybody (`user_id`). */
const appScopedId = (id: string): string => String(BigInt(id) - 8_000_000_000_000_000n);

function me({ platform, query, account }: Own): Answer {
  const { id, username, name, type } = account;
  const followers = FOLLOWS.of(platform).filter(({ followed }) => followed === id).length;
  const all = {
    ...{ id: appScopedId(id), user_id: id, username, name, account_type: type },
    ...{ followers_count: followers, follows_count: 0, media_count: 0 },
    profile_picture_url: `https://scontent.cdninstagram.com/${id}.jpg`,
  };
  return pick(all, query['fields'], ['id']);
}

/** The profile of a person who has written to the account. */
function profile({ platform, params, query, account }: Own): Answer {
  const { igsid = '' } = params;
  const found = accountScoped(platform, igsid, account.id);
  if (found === undefined) return noObject(igsid);
  if (lastMessage(platform, found.id, account.id) === undefined) return consentRequired();
  const follows = FOLLOWS.of(platform);
  const all = {
    ...{ id: igsid, name: found.name, username: found.username, is_verified_user: false },
    profile_pic: `https://scontent.cdninstagram.com/${found.id}.jpg`,
    follower_count: follows.filter(({ followed }) => followed === found.id).length,
    is_user_follow_business: follows.get(found.id, account.id) !== undefined,
    is_business_follow_user: follows.get(account.id, found.id) !== undefined,
  };
  return pick(all, query['fields'], ['name', 'profile_pic']);
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined;

function send({ platform, body, account }: Own): Answer {
  const id = memberOf(memberOf(body, 'recipient'), 'id');
  const text = memberOf(memberOf(body, 'message'), 'text');
  if (typeof id !== 'string' || typeof text !== 'string' || text === '') {
    return error(400, 100, '(#100) The parameter recipient and message are required');
  }
  const found = accountScoped(platform, id, account.id);
  const last = found && lastMessage(platform, found.id, account.id);
  if (found === undefined || last === undefined) {
    return error(400, 100, '(#100) The requested user cannot be found.', 'IGApiException', {
      error_subcode: 2_534_014,
    });
  }
  if (Date.now() - last.at > DAY) {
    return error(403, 10, '(#10) This message is sent outside of allowed window.', 'IGApiException', {
      error_subcode: 2_534_022,
    });
  }
  const message_id = `aWdfZAG${platform.next('message')}`;
  SENT.of(platform).put({ id: message_id, from: account.id, to: found.id, text });
  return ok({ recipient_id: id, message_id });
}

const SUBSCRIPTIONS = '/me/subscribed_apps';

export const graphApi = (): Route[] =>
  [
    { name: 'account', method: 'GET' as const, path: '/me', scopes: [BASIC], answer: me },
    { name: 'send', method: 'POST' as const, path: '/me/messages', scopes: [BASIC, MESSAGING], answer: send },
    { name: 'profile', method: 'GET' as const, path: '/:igsid', scopes: [BASIC, MESSAGING], answer: profile },
    {
      ...{ name: 'subscribe', method: 'POST' as const, path: SUBSCRIPTIONS, scopes: [BASIC, MESSAGING] },
      answer: ({ platform, query, body, account }: Own) => {
        const asked = query['subscribed_fields'] ?? memberOf(body, 'subscribed_fields');
        if (typeof asked !== 'string') return error(400, 100, '(#100) The parameter subscribed_fields is required.');
        SUBSCRIBED.of(platform).put({ account: account.id, fields: asked.split(',') });
        return ok({ success: true });
      },
    },
    {
      ...{ name: 'subscribed', method: 'GET' as const, path: SUBSCRIPTIONS, scopes: [BASIC] },
      answer: ({ platform, account }: Own) => {
        const fields = SUBSCRIBED.of(platform).get(account.id)?.fields;
        return ok({ data: fields ? [{ subscribed_fields: fields }] : [] });
      },
    },
    {
      ...{ name: 'unsubscribe', method: 'DELETE' as const, path: SUBSCRIPTIONS, scopes: [BASIC] },
      answer: ({ platform, account }: Own) => {
        SUBSCRIBED.of(platform).remove({ account: account.id, fields: [] });
        return ok({ success: true });
      },
    },
  ].flatMap(graphRoutes);
