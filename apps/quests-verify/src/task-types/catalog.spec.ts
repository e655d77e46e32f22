import { messageErrors, sentMembers } from '@questp/messages/language';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { TASK_TYPES } from './index.js';
import { describeTaskType } from '../catalog/listing/describe-task-type.js';
import { schemaErrors } from '../catalog/definition/schema-errors.js';
import { completingContract } from '../catalog/definition/task-type.js';
import { validateConfig, validateInputs } from '../catalog/definition/validation.js';

/** Every id of spec 2.4, in its order. */
const SPEC_IDS = `
  social_microblog_follow social_microblog_like social_microblog_retweet social_microblog_comment
  social_microblog_thread social_microblog_hashtag social_microblog_meme social_microblog_hashtag_ai
  social_microblog_quote social_microblog_mention social_microblog_bio social_microblog_pin
  social_microblog_space_attend social_microblog_space_speak social_microblog_space_host
  social_chatcomm_join social_chatcomm_role social_chatcomm_message social_messenger_join social_messenger_bot_start
  social_photosite_follow social_photosite_view_post social_photosite_visit_profile
  social_videosite_subscribe social_videosite_like social_videosite_comment social_videosite_visit_channel
  social_launchsite_upvote social_launchsite_comment social_launchsite_visit
  engagement_url_visit engagement_url_share social_referral
  social_codehost_star social_codehost_fork dev_codehost_pr dev_codehost_issue dev_codehost_commit
  dev_deploy_contract dev_deploy_workload
  content_blog_write content_blog_comment content_media_upload content_media_upload_ai dev_tutorial_submit
  dev_video_submit content_crowdfund_support learn_quiz learn_course_complete custom_form identity_wallet_link
  email_link attestation_sign engagement_terms_accept engagement_daily_checkin engagement_secret_code
  engagement_lucky_draw engagement_app_install engagement_app_install_ai
  chain_transfer chain_swap chain_lp_add chain_lp_hold chain_stake chain_unstake chain_vote chain_proposal_submit
  chain_nft_mint chain_contract_interact chain_blob_post chain_bridge chain_wallet_connect
  custom_rest custom_manual`
  .trim()
  .split(/\s+/);

const available = TASK_TYPES.all.flatMap((type) => (type.available ? [type] : []));

describe('task catalog', () => {
  it('holds every type of the specification exactly once, and no other', () => {
    expect(TASK_TYPES.all.map(({ id }) => id).sort()).toEqual([...SPEC_IDS].sort());
  });

  it('says why a type cannot be chosen, and when it can, gives no reason', () => {
    const lpHold = describeTaskType(TASK_TYPES.get('chain_lp_hold'), true);
    expect(lpHold.available).toBe(false);
    expect(lpHold.unavailableReason).toContain('balance sampling');
    for (const type of TASK_TYPES.all) {
      const { available, unavailableReason } = describeTaskType(type, true);
      expect(unavailableReason === null).toBe(available);
    }
  });

  it('survives the way over the wire unchanged', () => {
    for (const type of TASK_TYPES.all) {
      const description = describeTaskType(type, false);
      // Without symbols, which JSON leaves out as well.
      expect(JSON.parse(JSON.stringify(description))).toEqual(structuredClone(description));
    }
  });

  it('knows no other type', () => {
    expect(TASK_TYPES.find('social_microblog_dance')).toBeUndefined();
    expect(() => TASK_TYPES.get('constructor')).toThrow('no task type');
  });
});

describe.each(TASK_TYPES.all.map((type) => [type.id, type] as const))('%s', (_, type) => {
  it('has schemas that are valid, closed and described throughout', () => {
    for (const schema of [type.config, type.inputs]) {
      expect(new Ajv2020().validateSchema(schema)).toBe(true);
      expect(() => schemaErrors(schema, {})).not.toThrow();
      expect(openEnds(schema)).toEqual([]);
      expect(schemaErrors(schema, { surprise: 1 })).toContainEqual(
        expect.objectContaining({ pointer: '/surprise', code: 'UNKNOWN_MEMBER' }),
      );
    }
  });

  it('has different methods and periods to choose from', () => {
    expect(new Set(type.methods).size).toBe(type.methods.length);
    expect(type.periods.length).toBeGreaterThan(0);
  });
});

describe.each(available.map((type) => [type.id, type] as const))('the example of %s', (id, type) => {
  it('is valid', () => {
    const config = validateConfig(TASK_TYPES.get(id), type.exampleConfig);
    expect(config).toMatchObject({ ok: true });
    expect(validateInputs(TASK_TYPES.get(id), config.ok ? config.value : {}, type.exampleInputs)).toMatchObject({
      ok: true,
    });
  });
});

describe('the examples of what earners send', () => {
  const bindings = [...new Set(available.map(completingContract))].flatMap((completedBy) =>
    completedBy.http.map((binding) => ({ completedBy, binding })),
  );

  it.each(bindings.map(({ completedBy, binding }) => [binding.id, completedBy, binding] as const))(
    'of %s fit their task types',
    (_, completedBy, binding) => {
      const sent = sentMembers(completedBy, binding);
      // A check-in sends nothing.
      expect(Object.keys(binding.examples ?? {}).length > 0).toBe(sent.length > 0);
      for (const [id, body] of Object.entries(binding.examples ?? {})) {
        const type = TASK_TYPES.get(id);
        if (!type.available) throw new Error(`${id} is not available`);
        expect(completingContract(type)).toBe(completedBy);
        const userId = `svcuser_${'0'.repeat(32)}`;
        const questId = '00000000-0000-7000-8000-000000000000';
        expect(messageErrors(completedBy.request, { userId, questId, ...body })).toEqual([]);
        const inputs = sent.includes('inputs') ? ((body as { inputs?: object }).inputs ?? {}) : body;
        const config = validateConfig(TASK_TYPES.get(id), type.exampleConfig);
        expect([id, validateInputs(TASK_TYPES.get(id), config.ok ? config.value : {}, inputs)]).toMatchObject([
          id,
          { ok: true },
        ]);
      }
    },
  );
});

describe('ids that become names of members', () => {
  const options = [
    { id: 'a', text: 'A', label: 'A' },
    { id: 'b', text: 'B', label: 'B' },
  ];
  const quiz = (id: string) => ({
    passScorePercent: 50,
    questions: [{ id, text: '?', options: options.map(({ id, text }) => ({ id, text })), correctOptionIds: ['a'] }],
  });
  const form = (id: string) => ({ fields: [{ id, label: '?', kind: 'short_text' }] });

  it.each(Object.getOwnPropertyNames(Object.prototype))('cannot be %s', (name) => {
    for (const [id, config, pointer] of [
      ['learn_quiz', quiz(name), '/questions/0/id'],
      ['custom_form', form(name), '/fields/0/id'],
    ] as const) {
      const error = expect.objectContaining({ pointer, code: 'FORMAT' }) as object;
      expect(validateConfig(TASK_TYPES.get(id), config)).toEqual({ ok: false, errors: [error] });
    }
  });

  it('can be anything like it', () => {
    expect(validateConfig(TASK_TYPES.get('learn_quiz'), quiz('constructors'))).toMatchObject({ ok: true });
    expect(validateConfig(TASK_TYPES.get('custom_form'), form('proto'))).toMatchObject({ ok: true });
  });
});

/** Pointers of members without a description or a bound, and of objects that take unknown members. */
function openEnds(schema: unknown, pointer = '', isRoot = true): string[] {
  if (typeof schema !== 'object' || schema === null) {
    return [];
  }
  const part = schema as Record<string, unknown>;
  const properties = (part['properties'] ?? {}) as Record<string, unknown>;
  const has = (...keywords: string[]) => keywords.every((keyword) => keyword in part);
  const bounded: Record<string, boolean> = {
    string: has('maxLength') || has('enum') || part['format'] === 'date-time',
    integer: has('minimum', 'maximum'),
    number: has('minimum', 'maximum'),
    boolean: true,
    array: has('maxItems', 'items'),
    object: part['additionalProperties'] === false || has('maxProperties'),
  };
  const isItem = pointer.endsWith('/*');
  const ends = [part['type']].flat().every((type) => bounded[String(type)]);
  return [
    ...(ends ? [] : [`${pointer} is not bounded`]),
    ...(isRoot || isItem || has('description') ? [] : [`${pointer} is not described`]),
    ...Object.entries(properties).flatMap(([name, child]) => openEnds(child, `${pointer}/${name}`, false)),
    ...openEnds(part['items'], `${pointer}/*`, false),
    ...openEnds(part['additionalProperties'], `${pointer}/*`, false),
  ];
}
