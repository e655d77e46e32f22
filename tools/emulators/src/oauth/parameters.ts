export type Parameters = Readonly<Partial<Record<string, string>>>;

/** The parameters of a query or form; undefined if one is repeated or the value is not a form. */
export function readParameters(input: unknown): Parameters | undefined {
  if (typeof input !== 'object' || input === null) return input === undefined ? {} : undefined;
  const entries = Object.entries(input);
  if (entries.some(([, value]) => typeof value !== 'string')) return undefined;
  return Object.fromEntries(entries);
}

/**
 * The scopes of a request, each once.
 * @param separator another one beside the space
 */
export const readScopes = (scope = '', separator = ' '): string[] => [
  ...new Set(
    scope
      .split(' ')
      .flatMap((part) => part.split(separator))
      .filter(Boolean),
  ),
];

/** The address with the parameters after those it has. */
export function withParameters(address: string, parameters: Parameters): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** Credentials of `Authorization: Basic`, percent-decoded as RFC 6749, 2.3.1 has it. */
export function readBasic(header = ''): { id: string; secret: string } | undefined {
  const [, encoded] = /^basic ([A-Za-z0-9+/=]+)$/i.exec(header) ?? [];
  if (encoded === undefined) return undefined;
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  try {
    return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
  } catch {
    return undefined;
  }
}

export function readBearer(header = ''): string | undefined {
  return /^bearer (\S+)$/i.exec(header)?.[1];
}
