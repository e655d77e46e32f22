import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat';

/** Fills in an ICU message. Throws when a placeholder is not given; nothing in it or in what fills it is markup. */
export const inWords = (language: string, message: string, params: object): string =>
  String(
    new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).format(
      params as Record<string, PrimitiveType>,
    ),
  );
