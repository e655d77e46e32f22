export { migrateVariables, type VariableRow } from './config-table.js';
export { defineService } from './define-service.js';
export type {
  Get,
  ProvidersDefinition,
  OwnCommand,
  Purges,
  RunningServer,
  ServerDefinition,
  Service,
  Wing,
} from './service-definition.js';
export { usePicture } from './use-picture.js';
