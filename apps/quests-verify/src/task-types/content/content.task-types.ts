import { PICTURE_TYPES } from '@questp/messages/integrations';
import { fileIds, listedEvidence } from '../../catalog/definition/evidence.js';
import { flag, object } from '../../catalog/definition/json-schema.js';
import { linkSubject } from '../../catalog/definition/link-subject.js';
import { defineTaskType } from '../../catalog/definition/task-type.js';
import {
  link,
  note,
  reviewedLink,
  reviewedLinkOrText,
  targetUrl,
  topic,
} from '../../catalog/definition/reviewed-proof.js';
import { pageOutcome } from './page-rule.js';

const requireCode = flag(
  'The page has to contain the code of the earner (GET /v1/quests/:questId/earner-code). With the method hybrid such a page completes the quest without a reviewer: it shows that the earner can write on the page.',
  false,
);

/** A link is read, for reviewers and for the rule. */
const read = {
  methods: ['manual', 'hybrid'],
  facts: {
    submittedPage: (_config: object, { link = null }: { link?: string | null }) => ({ url: link }),
    earnerCode: () => ({}),
  },
} as const;

const common = { category: 'content', automation: { level: 'manual' } } as const;

/** Spec 2.4 "Content": works submitted as a link or a text, with review. */
export const contentTaskTypes = [
  defineTaskType({
    ...common,
    ...reviewedLinkOrText({ topic, requireCode }, ['instructions'], {
      instructions: 'Write about your first week with Orbit.',
      topic: 'Getting started',
      minTextLength: 10,
    }),
    ...read,
    rule: (config, inputs, facts) => {
      const outcome = pageOutcome(config, inputs, facts);
      return outcome.kind === 'pass' && inputs.link !== undefined
        ? { ...outcome, subjects: [linkSubject(inputs.link)] }
        : outcome;
    },
    id: 'content_blog_write',
    name: 'Write Blog Post',
  }),
  defineTaskType({
    ...common,
    ...reviewedLinkOrText({ targetUrl, requireCode }, ['targetUrl'], { targetUrl: 'https://blog.example.org/launch' }),
    ...read,
    rule: pageOutcome,
    sharesLinks: true,
    id: 'content_blog_comment',
    name: 'Comment on Blog',
  }),
  defineTaskType({
    ...common,
    ...reviewedLinkOrText({ topic }, ['instructions'], {
      instructions: 'Explain how to run a node.',
      topic: 'Nodes',
    }),
    id: 'dev_tutorial_submit',
    name: 'Tutorial / Article',
  }),
  defineTaskType({
    ...common,
    ...reviewedLink({ topic }, ['instructions'], { instructions: 'Show how staking works.' }),
    inputs: object({ link, note, fileIds: fileIds('Pictures that go with the video.', 5) }, ['link']),
    facts: { evidence: (_config, { fileIds = [] }) => listedEvidence('/fileIds', fileIds, PICTURE_TYPES) },
    id: 'dev_video_submit',
    name: 'Video Submission',
  }),
  defineTaskType({
    ...common,
    ...reviewedLinkOrText({ targetUrl }, ['targetUrl'], { targetUrl: 'https://crowdfund.example.org/orbit' }),
    sharesLinks: true,
    id: 'content_crowdfund_support',
    name: 'Crowdfunding Support',
  }),
];
