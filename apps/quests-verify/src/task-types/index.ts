import type { TaskType as TaskTypeMessage } from '@questp/messages';
import { appInstallTaskTypes } from './app-install/app-install.task-types.js';
import { attestationTaskTypes } from './signature/attestation.task-types.js';
import { chainTaskTypes } from './chain/chain.task-types.js';
import { chatcommTaskTypes } from './platforms/chatcomm/chatcomm.task-types.js';
import { codehostTaskTypes } from './platforms/codehost/codehost.task-types.js';
import { contentTaskTypes } from './content/content.task-types.js';
import { customTaskTypes } from './custom/custom.task-types.js';
import { dailyCheckinTaskTypes } from './daily-checkin/daily-checkin.task-types.js';
import { deployTaskTypes } from './deploy/deploy.task-types.js';
import { emailLinkTaskTypes } from './email-link/email-link.task-types.js';
import { formTaskTypes } from './form/form.task-types.js';
import { launchsiteTaskTypes } from './platforms/launchsite/launchsite.task-types.js';
import { learnCourseTaskTypes } from './course/learn-course.task-types.js';
import { learnQuizTaskTypes } from './quiz/learn-quiz.task-types.js';
import { luckyDrawTaskTypes } from './lucky-draw/lucky-draw.task-types.js';
import { mediaUploadTaskTypes } from './media-upload/media-upload.task-types.js';
import { messengerTaskTypes } from './platforms/messenger/messenger.task-types.js';
import { microblogTaskTypes } from './platforms/microblog/microblog.task-types.js';
import { photositeTaskTypes } from './platforms/photosite/photosite.task-types.js';
import { referralTaskTypes } from './referral/referral.task-types.js';
import { secretCodeTaskTypes } from './secret-code/secret-code.task-types.js';
import type { TaskType } from '../catalog/definition/task-type.js';
import { termsTaskTypes } from './terms/terms.task-types.js';
import { urlTaskTypes } from './visit/url.task-types.js';
import { videositeTaskTypes } from './platforms/videosite/videosite.task-types.js';
import { walletTaskTypes } from './signature/wallet.task-types.js';

/** The global catalog (spec 2.4). */
export const TASK_TYPES: readonly TaskType[] = [
  ...microblogTaskTypes,
  ...chatcommTaskTypes,
  ...messengerTaskTypes,
  ...photositeTaskTypes,
  ...videositeTaskTypes,
  ...launchsiteTaskTypes,
  ...urlTaskTypes,
  ...referralTaskTypes,
  ...codehostTaskTypes,
  ...deployTaskTypes,
  ...contentTaskTypes,
  ...mediaUploadTaskTypes,
  ...learnQuizTaskTypes,
  ...learnCourseTaskTypes,
  ...formTaskTypes,
  ...emailLinkTaskTypes,
  ...attestationTaskTypes,
  ...termsTaskTypes,
  ...dailyCheckinTaskTypes,
  ...secretCodeTaskTypes,
  ...luckyDrawTaskTypes,
  ...appInstallTaskTypes,
  ...walletTaskTypes,
  ...chainTaskTypes,
  ...customTaskTypes,
];

const byId = new Map(TASK_TYPES.map((type) => [type.id, type]));

export function findTaskType(id: string): TaskType | undefined {
  return byId.get(id);
}

/** The type of a stored quest. @throws Error when the catalog has no such type */
export function taskType(id: string): TaskType {
  const type = byId.get(id);
  if (type === undefined) {
    throw new Error(`The catalog has no task type ${id}`);
  }
  return type;
}

/** An entry as the API shows it. */
export function describeTaskType(type: TaskType, enabled: boolean): TaskTypeMessage {
  return {
    id: type.id,
    name: type.name,
    category: type.category,
    automation: { level: type.automation.level, hint: type.automation.hint ?? null },
    methods: [...type.methods],
    periods: [...type.periods],
    configSchema: type.configSchema,
    inputSchema: type.inputSchema,
    available: type.available,
    unavailableReason: type.available ? null : type.unavailableReason,
    enabled,
  };
}
