import { Id, Line, ListOf, ListOfText, Nested, PictureUrl, TaskTypeId, Text, UserId } from '../fields/index.js';
import { lowerIds } from './lower-ids.js';
import { messageErrors } from './message-errors.js';

const ID = '0190B5E4-6F0E-7C3A-9D7A-3F1F0C5A2B11';
const USER = 'SVCUSER_0190B5E46F0E7C3A9D7A3F1F0C5A2B01';
const ADMIN = 'svcadmin_0190B5E46F0E7C3A9D7A3F1F0C5A2B02';

class Item {
  @Id({ nullable: true })
  id!: string | null;

  @ListOf(() => Item, { optional: true })
  items?: Item[];
}

class Message {
  @Id()
  questId!: string;

  @UserId()
  userId!: string;

  @Text({ form: 'account_id' })
  by!: string;

  @ListOfText({ form: 'uuid', maxLength: 36 })
  ids!: string[];

  @Nested(() => Item)
  item!: Item;

  @PictureUrl({ nullable: true })
  pictureUrl!: string | null;

  @Line({ max: 100 })
  title!: string;

  @TaskTypeId()
  taskTypeId!: string;
}

const message = (change: (id: string) => string): object => ({
  questId: change(ID),
  userId: change(USER),
  by: change(ADMIN),
  ids: [change(ID)],
  item: { id: null, items: [{ id: change(ID) }] },
  pictureUrl: `/v1/files/${change(ID)}/image`,
  title: ID,
  taskTypeId: 'learn_quiz',
});
const lower = (id: string) => id.toLowerCase();

describe('the ids of a message', () => {
  it('are in lower case at any depth, and other members stay as they are', () => {
    const lowered = lowerIds(Message, message(String));
    expect(lowered).toEqual(message(lower));
    expect(messageErrors(Message, lowered)).toEqual([]);
  });

  it('are the same object where nothing changes', () => {
    const written = message(lower);
    expect(lowerIds(Message, written)).toBe(written);
  });

  it('are one where a list has it in two cases', () => {
    const twice = { ...message(lower), ids: [ID, lower(ID)] };
    expect(messageErrors(Message, lowerIds(Message, twice))).toMatchObject([{ pointer: '/ids', code: 'DUPLICATE' }]);
  });

  it.each([
    [null],
    ['X'],
    [7],
    [[]],
    [{ questId: 'X', userId: 7, by: null, ids: 'X', item: [['X']], pictureUrl: { X: 1 }, other: 'X' }],
    [{ ids: ['X', 7, null], item: { id: 'X', items: 'X' }, pictureUrl: 'https://A.example/X' }],
  ])('are left as they are in %j', (value) => {
    expect(lowerIds(Message, value)).toEqual(value);
  });
});
