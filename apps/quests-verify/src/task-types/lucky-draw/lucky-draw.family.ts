import { defineFamily } from '../family/define-family.js';
import { DrawDue } from './draw-due.js';
import { DrawSource } from './draw-source.js';
import { DrawsRepository } from './draws.repository.js';
import { luckyDrawTaskTypes } from './lucky-draw.task-types.js';
import { ShowDraw } from './show-draw.js';

export const luckyDraw = defineFamily({
  types: luckyDrawTaskTypes,
  providers: [DrawsRepository, DrawDue, ShowDraw],
  facts: [DrawSource],
});
