import { buildSchema } from 'graphql';
import type { Platform } from '../oauth/rules.js';
import type { Person } from '../people.js';
import { COMMENTS, idOf, POSTS, USERS, VOTES, type Comment, type Post, type User } from './collections.js';

/** The part of the API that the platform under test uses, in the names of the API. */
export const SCHEMA = buildSchema(`
  scalar DateTime

  type Query {
    post(id: ID, slug: String): Post
    posts(first: Int, after: String): PostConnection!
    user(id: ID, username: String): User
    viewer: Viewer
  }

  type Viewer {
    user: User!
  }

  type User {
    id: ID!
    name: String!
    username: String!
    headline: String
    profileImage(size: Int): String
    url: String!
    isViewer: Boolean!
    isFollowing: Boolean!
  }

  type Media {
    type: String!
    url(width: Int, height: Int): String!
    videoUrl: String
  }

  type Post {
    id: ID!
    slug: String!
    name: String!
    tagline: String!
    description: String
    url: String!
    website: String!
    createdAt: DateTime!
    votesCount: Int!
    commentsCount: Int!
    isVoted: Boolean!
    isCollected: Boolean!
    thumbnail: Media
    comments(first: Int, after: String): CommentConnection!
  }

  type Comment {
    id: ID!
    body: String!
    createdAt: DateTime!
    isVoted: Boolean!
    url: String!
    user: User!
    userId: ID!
  }

  type PageInfo {
    endCursor: String
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
  }

  type PostEdge { cursor: String! node: Post! }
  type PostConnection { edges: [PostEdge!]! nodes: [Post!]! pageInfo: PageInfo! totalCount: Int! }
  type CommentEdge { cursor: String! node: Comment! }
  type CommentConnection { edges: [CommentEdge!]! nodes: [Comment!]! pageInfo: PageInfo! totalCount: Int! }
`);

const SITE = 'https://www.producthunt.com';
const CREATED = '2026-01-01T00:00:00Z';

/** Others are redacted. */
const showUser = (user: User | undefined, viewer: Person | undefined) => {
  const isViewer = viewer !== undefined && user?.id === idOf(viewer);
  const shown = isViewer && user ? user : { id: '0', name: '[REDACTED]', username: '[REDACTED]' };
  const url = `${SITE}/@${shown.username}`;
  return { ...shown, headline: null, profileImage: null, url, isViewer, isFollowing: false };
};

interface Page {
  first?: number;
  after?: string;
}

const MAX_PAGE_SIZE = 20;

const newestFirst = (one: Comment, other: Comment): number => Date.parse(other.createdAt) - Date.parse(one.createdAt);

function connection<Item extends { id: string }, Node>(
  all: readonly Item[],
  { first, after }: Page,
  show: (item: Item) => Node,
) {
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const items = all.slice(start, start + Math.min(first ?? MAX_PAGE_SIZE, MAX_PAGE_SIZE));
  const edges = items.map((item) => ({ cursor: item.id, node: show(item) }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      ...{ startCursor: items[0]?.id ?? null, endCursor: items.at(-1)?.id ?? null },
      ...{ hasPreviousPage: start > 0, hasNextPage: start + items.length < all.length },
    },
    totalCount: all.length,
  };
}

/** The resolvers of the query fields. */
export function rootOf(platform: Platform, viewer: Person | undefined) {
  const showComment = ({ id, body, user, post, createdAt }: Comment) => ({
    ...{ id, body, createdAt, isVoted: false, url: `${SITE}/posts/${post}?comment=${id}` },
    ...{ user: showUser(USERS.of(platform).get(user), viewer), userId: viewer && idOf(viewer) === user ? user : '0' },
  });
  const showPost = (post: Post) => {
    const comments = COMMENTS.of(platform)
      .filter((comment) => comment.post === post.id)
      .sort(newestFirst);
    return {
      ...{ id: post.id, slug: post.slug, name: post.name, tagline: post.tagline, description: post.tagline },
      ...{ url: `${SITE}/posts/${post.slug}`, website: `${SITE}/r/${post.id}`, createdAt: CREATED },
      votesCount: VOTES.of(platform).filter((vote) => vote.post === post.id).length,
      commentsCount: comments.length,
      isVoted: viewer !== undefined && VOTES.of(platform).get(idOf(viewer), post.id) !== undefined,
      isCollected: false,
      thumbnail: post.thumbnail === undefined ? null : { type: 'image', url: post.thumbnail, videoUrl: null },
      comments: (page: Page) => connection(comments, page, showComment),
    };
  };
  return {
    post: ({ id, slug }: { id?: string; slug?: string }) => {
      const post = POSTS.of(platform).find((one) => one.id === id || one.slug === slug);
      return post ? showPost(post) : null;
    },
    posts: (page: Page) => connection(POSTS.all(platform), page, showPost),
    user: ({ id, username }: { id?: string; username?: string }) => {
      const user = USERS.of(platform).find((one) => one.id === id || one.username === username);
      return user ? showUser(user, viewer) : null;
    },
    viewer: () => viewer && { user: showUser(USERS.of(platform).get(idOf(viewer)), viewer) },
  };
}
