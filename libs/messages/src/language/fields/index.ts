export { MAX_TRANSACTION_TEXT, toAddress, transactionHashIn } from './chain-texts.js';
export * from './composite.js';
export { exampleOf, exampleOfAll, documentedExample } from './examples.js';
export {
  fieldsOf,
  type CallerValue,
  type Field,
  type FieldOptions,
  type MessageClass,
  type NestedSchema,
} from './field.js';
export * from './mapped.js';
export * from './scalar.js';
export * from './forms.js';
export { shownIn } from './shown-characters.js';
export {
  AdminId,
  Amount,
  fitsLength,
  HttpsUrl,
  PictureUrl,
  uploadedPicture,
  Id,
  Line,
  Prose,
  Slug,
  TaskTypeId,
  Text,
  isMoment,
  Time,
  UserId,
  UNSTORABLE,
} from './text.js';
