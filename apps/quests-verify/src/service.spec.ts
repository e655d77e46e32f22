import { CONTRACTS } from '@questp/messages/contracts';
import { questsVerify } from './service.js';
import { TASK_TYPES } from './task-types/index.js';
import { taskTypes } from './task-types/wing.js';

/** Subjects of the methods of a controller, as Nest finds them. */
function subjectsOf(controller: { prototype: object }): string[] {
  const members = Object.getOwnPropertyDescriptors(controller.prototype);
  return Object.values(members).flatMap(({ value }: { value?: unknown }) =>
    typeof value === 'function' ? ((Reflect.getMetadata('microservices:pattern', value) ?? []) as string[]) : [],
  );
}

describe('quests-verify', () => {
  it('answers every contract whose subject begins with quests', () => {
    const { definition } = questsVerify;
    const wings = 'wings' in definition ? definition.wings : [];
    const subjects = CONTRACTS.map(({ subject }) => subject).filter((subject) => subject.startsWith('quests.'));
    expect(subjects.length).toBeGreaterThan(50);
    const answered = wings.flatMap(({ controllers }) => controllers).flatMap(subjectsOf);
    expect(answered.toSorted()).toEqual(subjects.toSorted());
  });

  it('has one task type for each id, and one provider for each class of the families', () => {
    const ids = TASK_TYPES.all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(taskTypes.providers).size).toBe(taskTypes.providers.length);
  });
});
