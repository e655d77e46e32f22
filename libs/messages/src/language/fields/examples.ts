import { fieldsOf, type Field, type MessageClass } from './field.js';
import type { FormName } from './forms.js';

/** Default examples by form. */
const TEXTS: Readonly<Partial<Record<FormName, string>>> = {
  account_id: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01',
  admin_id: 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c01',
  amount: '1500',
  date: '2026-05-01',
  device_token: 'Zk0yQm5pVXh5d2h0b2tlbi1vZi1hLWRldmljZS0wMDE',
  email: 'operator@example.org',
  https_url: 'https://example.org/',
  moment: '2026-05-01T12:00:00.000Z',
  printable: 'printable',
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  slug: 'spring-season',
  task_type_id: 'learn_quiz',
  user_id: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01',
  uuid: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11',
};

/** The example of a field, or that of its form. */
export function documentedExample({ options, schema }: Field): unknown {
  if (options.example !== undefined || !('json' in schema)) return options.example;
  return schema.json['type'] === 'string' && schema.form ? TEXTS[schema.form] : undefined;
}

/**
 * An example value: that of the field, or one made from its schema.
 * @throws Error if the field needs an example
 */
export function exampleOf(field: Field): unknown {
  const { options, schema } = field;
  if (options.example !== undefined) return options.example;
  if (!('json' in schema)) return schema.list ? [exampleMessage(schema.class())] : exampleMessage(schema.class());
  return exampleValue(schema.json, schema.form);
}

function exampleValue(json: Record<string, unknown>, form: FormName | undefined): unknown {
  if (Array.isArray(json['enum'])) return json['enum'][0];
  switch (json['type']) {
    case 'boolean':
      return true;
    case 'integer':
      return json['minimum'] ?? 1;
    case 'object':
      return Object.fromEntries(((json['required'] ?? []) as string[]).map((name) => [name, 1]));
    case 'array':
      return [exampleValue(json['items'] as Record<string, unknown>, form)];
    default: {
      const text = form && TEXTS[form];
      if (text === undefined) throw new Error('A text needs an example');
      return text;
    }
  }
}

const exampleMessage = (of: MessageClass): Record<string, unknown> => exampleOfAll(fieldsOf(of));

/** Examples of the required members. A nullable member without an example is null. */
export function exampleOfAll(fields: ReadonlyMap<string, Field>): Record<string, unknown> {
  const required = [...fields].filter(([, { options }]) => !options.optional && options.default === undefined);
  return Object.fromEntries(
    required.map(([name, field]) => {
      const { nullable, example } = field.options;
      if (nullable && example === undefined) return [name, null];
      try {
        return [name, exampleOf(field)];
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      }
    }),
  );
}
