export * from './exports/account-export.js';
export * from './exports/export-manifests.js';
export * from './exports/exports.js';
