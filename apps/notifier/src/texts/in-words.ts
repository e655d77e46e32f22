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

/** Formats an ICU message. Throws if a parameter is missing. Neither message nor parameters are read as markup. */
export const inWords = (language: string, message: string, params: object): string =>
  String(
    new IntlMessageFormat(message, language, { date: { utc: UTC } }, { ignoreTag: true }).format(
      params as Record<string, PrimitiveType>,
    ),
  );
