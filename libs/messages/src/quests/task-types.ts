import { contract } from '../contract.js';
import type { QuestCategory, VerificationMethod } from './quests.js';

export interface TaskType {
  id: string;
  name: string;
  category: QuestCategory;
  automation: { level: 'automatic' | 'semi' | 'manual' | 'review'; hint: string | null };
  /** The first is the default. */
  methods: VerificationMethod[];
  periods: ('once' | 'daily' | 'interval')[];
  /** JSON Schema of a quest's `config`. */
  configSchema: Record<string, unknown>;
  /** JSON Schema of a submission's `inputs`. */
  inputSchema: Record<string, unknown>;
  /** False: its verification is not built yet, it cannot be chosen; `unavailableReason` says why. */
  available: boolean;
  unavailableReason: string | null;
  /** False: a super admin switched it off; hidden from the studio, existing quests stay. */
  enabled: boolean;
}

export const listTaskTypes = contract<
  { category?: QuestCategory; available?: boolean; includeDisabled: boolean },
  { items: TaskType[] }
>('quests.task-types.list');
export const getTaskType = contract<{ taskTypeId: string; includeDisabled: boolean }, TaskType>(
  'quests.task-types.get',
);
export const setTaskTypeEnabled = contract<{ taskTypeId: string; enabled: boolean; adminId: string }, TaskType>(
  'quests.task-types.set-enabled',
);
