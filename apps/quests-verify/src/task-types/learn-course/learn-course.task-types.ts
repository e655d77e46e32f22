import { instructions } from '../common-fields.js';
import { httpUrl, object } from '../json-schema.js';
import { ONCE, unavailable, type TaskType } from '../task-type.js';

/** Spec 2.4 "learn": a course elsewhere. */
export const learnCourseTaskTypes: TaskType[] = [
  {
    id: 'learn_course_complete',
    name: 'Course Completion',
    category: 'learn',
    automation: { level: 'semi' },
    methods: ['hybrid', 'manual'],
    periods: ONCE,
    configSchema: object({ courseUrl: httpUrl('Address of the course.'), instructions }, ['courseUrl']),
    inputSchema: object({ certificateUrl: httpUrl('Address of the certificate.') }, ['certificateUrl']),
    ...unavailable('the check of certificates'),
  },
];
