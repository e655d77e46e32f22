import { defineFamily } from '../family/define-family.js';
import { contentTaskTypes } from './content.task-types.js';
import { SubmittedPage } from './submitted-page.js';

export const content = defineFamily({ types: contentTaskTypes, facts: [SubmittedPage] });
