import { getMetadataStorage, type ValidationArguments, type ValidatorConstraintInterface } from 'class-validator';
import { fieldsOf, type MessageClass } from '../fields/field.js';
import { combine } from '../fields/mapped.js';

/** One validator of a member. */
export interface Rule {
  /** The name class-validator knows it by. */
  name: string;
  passes(value: unknown): boolean;
  /** A sentence without its full stop. */
  message(value: unknown): string;
}

const known = new WeakMap<MessageClass, ReadonlyMap<string, readonly Rule[]>>();

/**
 * The validators of each member of a class, in the order of their declaration, those of fieldsOf and none that are
 * overridden. They are run here and not by class-validator's validateSync, which takes about 50 µs for an object that
 * is right: a list of a hundred of them would take what a whole request may.
 */
export function rulesOf(of: MessageClass): ReadonlyMap<string, readonly Rule[]> {
  const remembered = known.get(of);
  if (remembered !== undefined) return remembered;
  const flat = combine(of);
  const storage = getMetadataStorage();
  const rules = new Map<string, Rule[]>([...fieldsOf(of).keys()].map((name) => [name, []]));
  for (const { propertyName, constraintCls, constraints, each, message } of storage.getTargetValidationMetadatas(
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
    rules.get(propertyName)?.push({
      name,
      passes: (value) => {
        const one = (item: unknown) => instance.validate(item, argumentsFor(value)) === true;
        return each && Array.isArray(value) ? value.every(one) : one(value);
      },
      message: (value) => spelled(message ?? instance.defaultMessage?.bind(instance), argumentsFor(value)),
    });
  }
  known.set(of, rules);
  return rules;
}

type Message = string | ValidatorConstraintInterface['defaultMessage'];

/** With what it says in place of class-validator's tokens. */
function spelled(message: Message, told: ValidationArguments): string {
  const text = typeof message === 'function' ? message(told) : (message ?? '$property is not as it should be');
  return text
    .replaceAll('$property', told.property)
    .replace(/\$constraint(\d)/g, (_, place: string) => [told.constraints[Number(place) - 1]].flat().join(', '));
}
