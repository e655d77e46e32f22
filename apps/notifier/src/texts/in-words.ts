import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat';

/** Formats an ICU message. Throws if a parameter is missing. Neither message nor parameters are read as markup. */
export const inWords = (language: string, message: string, params: object): string =>
  String(
    new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).format(
      params as Record<string, PrimitiveType>,
    ),
  );
