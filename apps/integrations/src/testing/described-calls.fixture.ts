import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Emulators } from '@questp/emulators';
import { Routes } from 'discord-api-types/v10';

/** A request as the journal of the emulators has it, without the host. */
interface Sent {
  method: string;
  path: string;
}

/** The query parameters that a platform describes for a request; undefined: it describes no such request. */
type Describe = (sent: Sent) => ReadonlySet<string> | undefined;

const { resolve } = createRequire(import.meta.url);
/** A file of a package. @param entry a module in the root of the package */
const read = (entry: string, file: string) => readFileSync(join(dirname(resolve(entry)), file), 'utf8');

/** Names of the members of a type, as its text declares them at a depth of spaces. */
const membersAt = (spaces: number, text: string): string[] =>
  [...text.matchAll(new RegExp(`^ {${spaces}}"?([\\w.-]+)"?\\??:`, 'gm'))].map(([, name = '']) => name);

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path);

/** Those of @octokit/openapi-types, which are made from the published OpenAPI document. */
function ofCodehost(): Describe {
  const types = read('@octokit/openapi-types/package.json', 'types.d.ts');
  const paths = [...types.matchAll(/^ {2}"(\/[^"]*)": \{\n([^]*?)^ {2}\};/gm)];
  return ({ method, path: asked }) => {
    // Redirects of moved repositories lead to their ids; the answers are the same.
    const path = asked.replace(/^\/repositories\/\d+/, '/repos/owner/name');
    const operation = paths
      .filter(([, template = '']) => matches(template, path))
      // The template with the fewest variables is the one that is meant.
      .toSorted(([, one = ''], [, other = '']) => one.split('{').length - other.split('{').length)
      .map(
        ([, , methods = '']) =>
          new RegExp(`^ {4}${method.toLowerCase()}: operations\\["([^"]+)"\\]`, 'm').exec(methods)?.[1],
      )
      .find((name) => name !== undefined);
    if (operation === undefined) return undefined;
    const start = types.indexOf(`\n  "${operation}": {\n`);
    const described = types.slice(start, types.indexOf('\n  };', start));
    return new Set(membersAt(8, /^ {6}query\??: \{\n([^]*?)^ {6}\};/m.exec(described)?.[1] ?? ''));
  };
}

/** Those of discord-api-types. */
function ofChatcomm(): Describe {
  const types = ['channel', 'guild'].map((file) => read('discord-api-types/v10', `rest/v10/${file}.d.ts`)).join('\n');
  const queryOf = (name: string) =>
    membersAt(4, new RegExp(`interface ${name} \\{\\n([^]*?)^\\}`, 'm').exec(types)?.[1] ?? '');
  const routes: readonly [route: string, query: readonly string[]][] = [
    [Routes.guild('0'), queryOf('RESTGetAPIGuildQuery')],
    [Routes.guildRoles('0'), []],
    [Routes.guildMember('0', '0'), []],
    [Routes.guildChannels('0'), []],
    [Routes.guildMessagesSearch('0'), queryOf('RESTGetAPIGuildMessagesSearchQuery')],
    [Routes.channel('0'), []],
    [Routes.channelMessages('0'), queryOf('RESTGetAPIChannelMessagesQuery')],
    [Routes.currentApplication(), []],
    [Routes.user(), []],
    [Routes.user('0'), []],
  ];
  return ({ method, path }) => {
    const found = routes.find(([route]) => matches(`/api/v10${route.replaceAll('/0', '/{id}')}`, path));
    return method === 'GET' && found ? new Set(found[1]) : undefined;
  };
}

/** Those of @grammyjs/types. */
function ofMessenger(): Describe {
  const types = read('@grammyjs/types/package.json', 'methods.d.ts');
  return ({ path }) => {
    const name = /^\/bot[^/]+\/(\w+)$/.exec(path)?.[1] ?? '';
    const described = new RegExp(`^ {4}${name}\\((?:args\\??: \\{\\n([^]*?)^ {4}\\})?`, 'm').exec(types);
    return described ? new Set(membersAt(8, described[1] ?? '')) : undefined;
  };
}

const DESCRIBED = { codehost: ofCodehost, chatcomm: ofChatcomm, messenger: ofMessenger };
const OAUTH_ROUTES = ['authorize', 'token', 'revoke'];

/** What the platform's published types do not describe of the requests that it received. */
export const undescribedCalls = (emulators: Emulators, platform: keyof typeof DESCRIBED): string[] =>
  findUndescribed(emulators, platform, DESCRIBED[platform]());

export function findUndescribed(emulators: Emulators, platform: string, describe: Describe): string[] {
  const sent = emulators
    .journal({ platform, direction: 'in' })
    .filter(({ route }) => !OAUTH_ROUTES.includes(route))
    .map(({ method, path }) => ({ method, ...withoutHost(path) }));
  return sent.flatMap(({ method, path, query }) => {
    const described = describe({ method, path });
    if (described === undefined) return [`${method} ${path}`];
    return [...query.keys()].filter((name) => !described.has(name)).map((name) => `${method} ${path}: ${name}`);
  });
}

/** The journal has the host as the first part of the path. */
function withoutHost(asked: string): { path: string; query: URLSearchParams } {
  const { pathname, searchParams } = new URL(asked, 'http://emulator');
  return { path: pathname.replace(/^\/[^/]+/, ''), query: searchParams };
}
