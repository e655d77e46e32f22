export * from './composite.js';
export { fieldsOf, type CallerValue, type Field, type FieldOptions, type MessageClass } from './field.js';
export * from './mapped.js';
export * from './scalar.js';
export {
  ADMIN_ID,
  AdminId,
  Amount,
  fitsLength,
  HTTPS_ADDRESS,
  HttpsUrl,
  Id,
  LINE,
  Line,
  PROSE,
  Prose,
  Slug,
  TASK_TYPE_ID,
  TaskTypeId,
  Text,
  Time,
  USER_ID,
  UserId,
  UNSTORABLE,
  UUID,
} from './text.js';
