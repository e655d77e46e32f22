import { AppError } from '@questp/messages/language';
import fc from 'fast-check';
import { requirePrerequisites } from './prerequisites.js';

type Node = { id: string; status: 'draft' | 'active' | 'archived'; prerequisites: string[] };
const quest = (id: string, prerequisites: string[] = [], status: Node['status'] = 'active'): Node => ({
  id,
  status,
  prerequisites,
});

function answer(prerequisites: string[], quests: Node[], questId?: string): string {
  try {
    requirePrerequisites(prerequisites, quests, questId);
    return 'ok';
  } catch (error) {
    return error instanceof AppError ? `${error.code} ${error.details.errors?.[0]?.pointer}` : String(error);
  }
}

describe('prerequisites', () => {
  const chain = [quest('a'), quest('b', ['a']), quest('c', ['b']), quest('old', [], 'archived')];
  it.each([
    ['none', [], undefined, 'ok'],
    ['quests of the campaign', ['a', 'c'], undefined, 'ok'],
    ['an earlier quest again', ['a'], 'c', 'ok'],
    ['an unknown quest', ['a', 'x'], undefined, 'PREREQUISITE_INVALID /prerequisites/1'],
    ['an archived quest', ['old'], undefined, 'PREREQUISITE_INVALID /prerequisites/0'],
    ['the quest itself', ['a'], 'a', 'PREREQUISITE_INVALID /prerequisites/0'],
    ['a quest that comes after it', ['c'], 'a', 'PREREQUISITE_INVALID /prerequisites/0'],
  ])('answers to %s', (_, prerequisites, questId, expected) => {
    expect(answer(prerequisites, chain, questId)).toBe(expected);
  });

  it('never let a circle arise, whatever is asked in whatever order', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const change = fc.record({ id: fc.constantFrom(...ids), to: fc.uniqueArray(fc.constantFrom(...ids)) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const quests = ids.map((id) => quest(id));
        for (const { id, to } of changes) {
          const target = quests.find((node) => node.id === id);
          if (target && answer(to, quests, id) === 'ok') target.prerequisites = to;
        }
        // What has no open prerequisite can be done; when nothing is left, there was no circle.
        let open = quests;
        for (let round = 0; round < ids.length; round += 1) {
          open = open.filter(({ prerequisites }) => prerequisites.some((id) => open.some((node) => node.id === id)));
        }
        expect(open).toEqual([]);
      }),
    );
  });
});
