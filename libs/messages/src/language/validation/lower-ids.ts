import { fieldsOf, hasForm, uploadedPicture, type Field, type FormName, type MessageClass } from '../fields/index.js';

const ID_FORMS: ReadonlySet<FormName | undefined> = new Set<FormName>(['uuid', 'user_id', 'admin_id', 'account_id']);

/**
 * The message with its ids in lower case, in which they are stored and compared; so the same id in two cases is one.
 * Other values stay as they are, also those that do not fit their field.
 */
export function lowerIds(of: MessageClass, value: unknown): unknown {
  if (!isObject(value)) return value;
  let changed = value;
  for (const [name, member] of membersWithIds(of)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const lowered = given === undefined ? undefined : member(given);
    if (lowered === given) continue;
    if (changed === value) changed = { ...value };
    changed[name] = lowered;
  }
  return changed;
}

type Lowering = (value: unknown) => unknown;

const known = new WeakMap<MessageClass, ReadonlyMap<string, Lowering>>();

/** The members that can hold ids, so that the others cost nothing. */
function membersWithIds(of: MessageClass): ReadonlyMap<string, Lowering> {
  const remembered = known.get(of);
  if (remembered !== undefined) return remembered;
  const members = new Map<string, Lowering>();
  known.set(of, members);
  for (const [name, field] of fieldsOf(of)) {
    const lowering = loweringOf(field);
    if (lowering !== undefined) members.set(name, lowering);
  }
  return members;
}

function loweringOf({ schema }: Field): Lowering | undefined {
  if (!('json' in schema)) return eachOf((item) => lowerIds(schema.class(), item));
  if (schema.form === 'picture_url') return eachOf(lowerPicture);
  return ID_FORMS.has(schema.form) ? eachOf(lowerText) : undefined;
}

/** Of a list, every item; the list itself if none changes. */
const eachOf =
  (lowering: Lowering): Lowering =>
  (value) => {
    if (!Array.isArray(value)) return lowering(value);
    const items: unknown[] = value;
    const lowered: unknown[] = items.map(lowering);
    return lowered.some((item, index) => item !== items[index]) ? lowered : items;
  };

function lowerText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lowered = value.toLowerCase();
  return hasForm('uuid', lowered) || hasForm('account_id', lowered) ? lowered : value;
}

const lowerPicture: Lowering = (value) =>
  uploadedPicture(value) === undefined ? value : (value as string).toLowerCase();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
