import { fieldsOf, Id, OneOf, Slug, type Field } from '@questp/messages/language';
import { pathFormOf } from './path-form.js';

class Request {
  @Id()
  id!: string;

  @Slug()
  slug!: string;

  @OneOf(['left', 'right'])
  side!: string;
}

describe('the form of a path parameter', () => {
  const form = (name: string) => pathFormOf(fieldsOf(Request).get(name) as Field);

  it.each([
    ['id', '0196c7a0-0000-7000-8000-00000000abcd', true],
    ['id', '0196C7A0-0000-7000-8000-00000000ABCD', true],
    ['id', '0196c7a0-0000-7000-8000-00000000abcd\n', false],
    ['slug', 'spring-season', true],
    ['slug', 'ab', false],
    ['slug', 'a'.repeat(41), false],
    ['slug', 'spring_season', false],
    ['slug', '', false],
    ['side', 'left', true],
    ['side', 'up', false],
  ])('of %s takes %j: %s', (name, value, fits) => {
    expect(form(name)(value)).toBe(fits);
  });
});
