import { defineFamily } from '../family/define-family.js';
import { PICTURE_TYPES } from '@questp/messages/integrations';
import { fileIds, listedEvidence } from '../../catalog/definition/evidence.js';
import { object } from '../../catalog/definition/json-schema.js';
import { defineTaskType } from '../../catalog/definition/task-type.js';
import {
  link,
  note,
  reviewedLink,
  reviewedLinkOrText,
  targetUrl,
  topic,
} from '../../catalog/definition/reviewed-proof.js';

const common = { category: 'content', automation: { level: 'manual' } } as const;

/** Spec 2.4 "Content": works submitted as a link or a text, with review. */
export const content = defineFamily({
  types: [
    defineTaskType({
      ...common,
      ...reviewedLinkOrText({ topic }, ['instructions'], {
        instructions: 'Write about your first week with Orbit.',
        topic: 'Getting started',
        minTextLength: 10,
      }),
      id: 'content_blog_write',
      name: 'Write Blog Post',
    }),
    defineTaskType({
      ...common,
      ...reviewedLinkOrText({ targetUrl }, ['targetUrl'], { targetUrl: 'https://blog.example.org/launch' }),
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
  ],
});
