import { TaskTypes } from '../catalog/definition/task-types.js';
import type { EarnerTables } from '../people/earners/earner-tables.js';
import { CORE_TABLES } from '../verification/earner-tables.js';
import { appInstall } from './app-install/app-install.task-types.js';
import { chain } from './chain/chain.task-types.js';
import { content } from './content/content.family.js';
import { course } from './course/learn-course.task-types.js';
import { custom } from './custom/custom.family.js';
import { dailyCheckin } from './daily-checkin/daily-checkin.family.js';
import { deploy } from './deploy/deploy.task-types.js';
import { emailLink } from './email-link/email-link.family.js';
import { form } from './form/form.task-types.js';
import { luckyDraw } from './lucky-draw/lucky-draw.family.js';
import { mediaUpload } from './media-upload/media-upload.task-types.js';
import { chatcomm } from './platforms/chatcomm/chatcomm.task-types.js';
import { codehost } from './platforms/codehost/codehost.task-types.js';
import { launchsite } from './platforms/launchsite/launchsite.task-types.js';
import { messenger } from './platforms/messenger/messenger.task-types.js';
import { microblog } from './platforms/microblog/microblog.task-types.js';
import { photosite } from './platforms/photosite/photosite.task-types.js';
import { videosite } from './platforms/videosite/videosite.task-types.js';
import { quiz } from './quiz/quiz.family.js';
import { referral } from './referral/referral.family.js';
import { secretCode } from './secret-code/secret-code.family.js';
import { signature } from './signature/signature.family.js';
import { terms } from './terms/terms.task-types.js';
import { visit } from './visit/visit.family.js';

/** In the order of the catalog (spec 2.4). */
export const FAMILIES = [
  microblog,
  chatcomm,
  messenger,
  photosite,
  videosite,
  launchsite,
  visit,
  referral,
  codehost,
  deploy,
  content,
  mediaUpload,
  quiz,
  course,
  form,
  emailLink,
  signature,
  terms,
  dailyCheckin,
  secretCode,
  luckyDraw,
  appInstall,
  chain,
  custom,
];

/** Tables with rows per earner and quest, in the order in which attempts lock them. */
export const ATTEMPT_TABLES: EarnerTables = [...FAMILIES.flatMap(({ earnerTables }) => earnerTables), ...CORE_TABLES];

export const TASK_TYPES = new TaskTypes(FAMILIES.flatMap(({ types }) => types));
