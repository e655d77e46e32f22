import { defineFamily } from '../family/define-family.js';
import { instructions } from '../../catalog/definition/common-fields.js';
import { httpUrl, object } from '../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE, unavailable } from '../../catalog/definition/task-type.js';

/** Spec 2.4 "learn": a course elsewhere. */
export const course = defineFamily({
  types: [
    defineTaskType({
      id: 'learn_course_complete',
      name: 'Course Completion',
      category: 'learn',
      automation: { level: 'semi' },
      methods: ['hybrid', 'manual'],
      periods: ONCE,
      config: object({ courseUrl: httpUrl('Address of the course.'), instructions }, ['courseUrl']),
      inputs: object({ certificateUrl: httpUrl('Address of the certificate.') }, ['certificateUrl']),
      ...unavailable('the check of certificates'),
    }),
  ],
});
