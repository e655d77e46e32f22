import { getMetadataStorage, type ValidationArguments } from 'class-validator';
import { combine, fieldsOf, type MessageClass } from '../fields/index.js';

/** One validator of a member. */
export interface Rule {
  /** Its name in class-validator. */
  name: string;
  passes(value: unknown): boolean;
  /**
   * Index or name of the first invalid item of a list or member of an object; undefined: the rule is about the value as
   * a whole.
   */
  firstBadItem(value: unknown): number | string | undefined;
  /** The rule as a sentence, if it has its own. */
  message(): string | undefined;
}

/** Custom rules with a message; the messages of class-validator are not shown to clients. */
const OWN_SENTENCES = new Set(['isFree', 'textMap', 'textListMap', 'countsOf']);

const known = new WeakMap<MessageClass, ReadonlyMap<string, readonly Rule[]>>();

/**
 * The validators of each member of a class, as in fieldsOf, in the order of declaration. They run here instead of in
 * class-validator's validateSync, which takes about 50 µs per valid object: a list of a hundred would use up the time
 * of a request.
 */
export function rulesOf(of: MessageClass): ReadonlyMap<string, readonly Rule[]> {
  const remembered = known.get(of);
  if (remembered !== undefined) return remembered;
  const flat = combine(of);
  const storage = getMetadataStorage();
  const rules = new Map<string, Rule[]>([...fieldsOf(of).keys()].map((name) => [name, []]));
  for (const { propertyName, constraintCls, constraints, each } of storage.getTargetValidationMetadatas(
    flat,
    '',
    false,
    false,
  )) {
    const [constraint] = storage.getTargetValidatorConstraints(constraintCls);
    if (constraint === undefined) throw new Error(`${of.name}.${propertyName} has a rule that class-validator lacks`);
    const { instance, name } = constraint;
    const argumentsFor = (value: unknown): ValidationArguments => ({
      value,
      constraints: (constraints as unknown[] | undefined) ?? [],
      targetName: of.name,
      object: {},
      property: propertyName,
    });
    const passes = (value: unknown) => instance.validate(value, argumentsFor(value)) === true;
    const firstBadItem = (value: unknown) => {
      if (!each || typeof value !== 'object' || value === null) return undefined;
      if (!Array.isArray(value)) return Object.entries(value).find(([, item]) => !passes(item))?.[0];
      const bad = value.findIndex((item) => !passes(item));
      return bad === -1 ? undefined : bad;
    };
    rules.get(propertyName)?.push({
      name,
      passes: (value) =>
        each && typeof value === 'object' && value !== null ? firstBadItem(value) === undefined : passes(value),
      firstBadItem,
      message: () => (OWN_SENTENCES.has(name) ? instance.defaultMessage?.(argumentsFor(undefined)) : undefined),
    });
  }
  known.set(of, rules);
  return rules;
}
