export { migrateVariables, type VariableRow } from './config-table.js';
export {
  defineService,
  type Get,
  type HandlersDefinition,
  type OwnCommand,
  type Purges,
  type RunningServer,
  type ServerDefinition,
  type Service,
} from './define-service.js';
export { usePicture } from './use-picture.js';
