import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat';

/** `{name, date, utc}` in a message. */
const UTC: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
  timeZoneName: 'short',
};

/**
 * Formats an ICU message; a time is given in ISO 8601. Throws if a parameter is missing. Neither message nor parameters
 * are read as markup.
 */
export function inWords(language: string, message: string, params: object): string {
  const isTime = (name: string) => message.includes(`{${name}, date, utc}`);
  const values = Object.entries(params as Record<string, PrimitiveType>).map(
    ([name, value]): [string, PrimitiveType] => [name, isTime(name) ? new Date(String(value)) : value],
  );
  const format = new IntlMessageFormat(message, language, { date: { utc: UTC } }, { ignoreTag: true });
  return String(format.format(Object.fromEntries(values)));
}
