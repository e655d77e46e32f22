export * from './page.js';
export { ICON, LIGHT, STYLE } from './style.js';
