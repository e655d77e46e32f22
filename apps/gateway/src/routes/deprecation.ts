import type { HttpBinding } from '@questp/messages/language';
import type { FastifyRequest } from 'fastify';

/** Headers with the date of a route's deprecation (RFC 9745) and the route that replaces it (RFC 5829). */
export function deprecationOf(
  { since, successor }: NonNullable<HttpBinding['deprecated']>,
  { params }: FastifyRequest,
): { deprecation: string; link: string } {
  const [, path = ''] = successor.split(' ');
  const values = params as Readonly<Record<string, string>>;
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return { deprecation: `@${Date.parse(since) / 1_000}`, link: `<${address}>; rel="successor-version"` };
}
