import {
  readMicroblogAuthorship,
  readMicroblogFollow,
  readMicroblogLike,
  readMicroblogPosts,
  readMicroblogProfile,
} from '@questp/messages/integrations';
import { iso } from '../../../shared/timestamps.js';
import { integrationFact } from '../../../verification/facts/integration-fact.js';

/** What the microblog tells of the earner's linked account. */
export const MICROBLOG_FACTS = [
  integrationFact({
    name: 'microblogFollow',
    contract: readMicroblogFollow,
    ask: (query, { userId }) => ({ userId, ...query }),
    notFound: 'CHECK_UNAVAILABLE',
  }),
  integrationFact({
    name: 'microblogLike',
    contract: readMicroblogLike,
    ask: (query, { userId }) => ({ userId, ...query }),
    notFound: 'CHECK_UNAVAILABLE',
  }),
  integrationFact({
    name: 'microblogPosts',
    contract: readMicroblogPosts,
    ask: (query, { userId, startsAt }) => ({ userId, since: iso(startsAt), ...query }),
    notFound: 'CHECK_UNAVAILABLE',
  }),
  integrationFact({
    name: 'microblogProfile',
    contract: readMicroblogProfile,
    ask: (_, { userId }) => ({ userId }),
    notFound: 'CHECK_UNAVAILABLE',
  }),
  integrationFact({
    name: 'microblogAuthorship',
    contract: readMicroblogAuthorship,
    ask: (query, { userId }) => ({ userId, ...query }),
    notFound: 'CHECK_UNAVAILABLE',
    without: null,
  }),
];
