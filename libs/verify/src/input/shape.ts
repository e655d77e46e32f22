/** Reads an untrusted value; `path` names it in errors. */
export type Shape<T> = (value: unknown, path: string) => T;
export type Shaped<S> = S extends Shape<infer T> ? T : never;

/** Error for a value that does not have the expected shape. */
export class ShapeError extends Error {}

const refuse = (path: string, expected: string): never => {
  throw new ShapeError(`${path} is not ${expected}`);
};

interface TextOptions {
  max: number;
  form?: RegExp;
  /** What the form is, for errors. */
  as?: string;
}

export const text =
  ({ max, form, as = 'a text of the expected form' }: TextOptions): Shape<string> =>
  (value, path) => {
    if (typeof value !== 'string' || value.length > max) return refuse(path, `a text of at most ${max} characters`);
    return form === undefined || form.test(value) ? value : refuse(path, as);
  };

export const whole =
  (max: number): Shape<number> =>
  (value, path) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max
      ? Number(value)
      : refuse(path, `a whole number from 0 to ${max}`);

export const flag: Shape<boolean> = (value, path) => (typeof value === 'boolean' ? value : refuse(path, 'a boolean'));

export const oneOf =
  <T extends string>(values: readonly T[]): Shape<T> =>
  (value, path) =>
    values.find((one) => one === value) ?? refuse(path, `one of ${values.join(', ')}`);

/** Null and absent mean the same. */
export const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, path) =>
    value === null || value === undefined ? null : shape(value, path);

export const optional =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value, path) =>
    value === undefined ? undefined : shape(value, path);

export const listOf =
  <T>(shape: Shape<T>, max: number): Shape<T[]> =>
  (value, path) => {
    if (!Array.isArray(value) || value.length > max) return refuse(path, `a list of at most ${max}`);
    return value.map((one, index) => shape(one, `${path}[${index}]`));
  };

type Members = Record<string, Shape<unknown>>;

/** An object with these members; others are ignored. */
export const object =
  <M extends Members>(members: M): Shape<{ [K in keyof M]: Shaped<M[K]> }> =>
  (value, path) => {
    if (!isRecord(value)) return refuse(path, 'an object');
    const entries = Object.entries(members).map(([name, shape]) => {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      return [name, shape(member, path === '' ? name : `${path}.${name}`)];
    });
    return Object.fromEntries(entries) as { [K in keyof M]: Shaped<M[K]> };
  };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
