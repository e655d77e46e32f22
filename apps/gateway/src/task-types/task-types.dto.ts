import {
  QUEST_CATEGORIES,
  VERIFICATION_METHODS,
  type QuestCategory,
  type TaskType,
  type VerificationMethod,
} from '@questp/messages';
import { AnyObject, Flag, FlagInQuery, ListOfOneOf, Nested, OneOf, TaskTypeId, Text } from '../edge/fields/index.js';
import { listOf } from '../edge/paging.dto.js';

export class AutomationDto {
  @OneOf(['automatic', 'semi', 'manual', 'review'])
  level!: TaskType['automation']['level'];

  @Text({ nullable: true })
  hint!: string | null;
}

export class TaskTypeDto implements TaskType {
  @TaskTypeId()
  id!: string;

  @Text({ example: 'Quiz / Assessment' })
  name!: string;

  @OneOf(QUEST_CATEGORIES)
  category!: QuestCategory;

  @Nested(() => AutomationDto)
  automation!: AutomationDto;

  @ListOfOneOf(VERIFICATION_METHODS, { description: 'The first is the default' })
  methods!: VerificationMethod[];

  @ListOfOneOf(['once', 'daily', 'interval'])
  periods!: TaskType['periods'];

  @AnyObject({ description: "JSON Schema of a quest's config" })
  configSchema!: Record<string, unknown>;

  @AnyObject({ description: "JSON Schema of a submission's inputs" })
  inputSchema!: Record<string, unknown>;

  @Flag({ description: 'False: cannot be chosen, `unavailableReason` says why' })
  available!: boolean;

  @Text({ nullable: true })
  unavailableReason!: string | null;

  @Flag({ description: 'False: switched off on this platform; existing quests stay' })
  enabled!: boolean;
}

export const TaskTypeListDto = listOf(TaskTypeDto);

export class TaskTypesQuery {
  @OneOf(QUEST_CATEGORIES, { optional: true })
  category?: QuestCategory;

  @FlagInQuery({ optional: true })
  available?: boolean;
}

export class UpdateTaskTypeBody {
  @Flag()
  enabled!: boolean;
}
