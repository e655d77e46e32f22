import { httpUrl, line, text, type JsonSchema } from '../task-types/json-schema.js';

/** Fields that projects, campaigns and quests share, as JSON Schema. */

export const slug = text('Part of addresses and file names.', 40, {
  minLength: 3,
  pattern: '^[a-z0-9][a-z0-9-]*[a-z0-9]$',
});

export const title = line('One line of text.', 200);

/** The same value, or null. */
export const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema['type'], 'null'] });

export const description = nullable(text('Text of several lines.', 10_000));

export const url = nullable(httpUrl('An address.'));

/** ISO 8601 with an offset, in the years 2000..2999; without leap seconds, which no Date holds. */
export const timestamp = nullable(
  text('A moment.', 40, {
    format: 'date-time',
    pattern: '^2\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)$',
  }),
);
