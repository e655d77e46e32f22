/** Wallet chains of the earners in turn: two with keys that hash with SHA-256, two with Keccak-256. */
export const EARNER_CHAINS = ['cosmoshub-4', 'injective-1', 'osmosis-1', 'evmos_9001-2'] as const;

/** Chain of the quest that asks for a wallet's proof. */
export const PROOF_CHAIN = 'cosmoshub-4';

export const SECRET_CODE = 'Moonrise';
export const TERMS_VERSION = '2026-01';
export const QUIZ_ANSWERS = { consensus: ['validators'], wallets: ['extension', 'hardware'] };
export const WRONG_QUIZ_ANSWERS = { consensus: ['luck'], wallets: ['explorer'] };

export const CAMPAIGNS = {
  launch: { slug: 'launch', title: 'Orbit launch' },
  community: { slug: 'community', title: 'Orbit community' },
} as const;
export type CampaignKey = keyof typeof CAMPAIGNS;

export interface QuestPlan {
  campaign: CampaignKey;
  title: string;
  taskTypeId: string;
  points: number;
  config: Record<string, unknown>;
  period?: { kind: 'daily' };
  /** Share of the earners who can complete it. */
  share?: number;
  /** Prerequisite. */
  after?: string;
}

/** The project's quests: one of each kind that is verified without a third party. */
export const QUESTS = {
  'check-in': {
    campaign: 'launch',
    title: 'Come by every day',
    taskTypeId: 'engagement_daily_checkin',
    points: 10,
    config: {},
    period: { kind: 'daily' },
  },
  quiz: {
    campaign: 'launch',
    title: 'Know the basics',
    taskTypeId: 'learn_quiz',
    points: 50,
    config: {
      passScorePercent: 100,
      maxAttempts: 2,
      retryCooldownMinutes: 0,
      shuffle: true,
      questions: [
        {
          id: 'consensus',
          text: 'What secures the chain?',
          options: [
            { id: 'validators', text: 'Validators' },
            { id: 'luck', text: 'Luck' },
          ],
          correctOptionIds: ['validators'],
        },
        {
          id: 'wallets',
          text: 'Which are wallets?',
          kind: 'multiple',
          options: [
            { id: 'extension', text: 'A browser extension' },
            { id: 'hardware', text: 'A hardware device' },
            { id: 'explorer', text: 'A block explorer' },
          ],
          correctOptionIds: QUIZ_ANSWERS.wallets,
        },
      ],
    },
  },
  code: {
    campaign: 'launch',
    title: 'The word of the call',
    taskTypeId: 'engagement_secret_code',
    points: 20,
    config: { code: SECRET_CODE, hint: 'Spoken in the community call.' },
  },
  terms: {
    campaign: 'launch',
    title: 'Accept the terms',
    taskTypeId: 'engagement_terms_accept',
    points: 5,
    config: { version: TERMS_VERSION, url: 'https://orbit.example.org/terms' },
  },
  'early-bird': {
    campaign: 'launch',
    title: 'First come, first served',
    taskTypeId: 'engagement_terms_accept',
    points: 75,
    config: { version: TERMS_VERSION, url: 'https://orbit.example.org/early' },
    share: 0.25,
  },
  link: {
    campaign: 'launch',
    title: 'Link a wallet',
    taskTypeId: 'identity_wallet_link',
    points: 15,
    config: {},
  },
  prove: {
    campaign: 'launch',
    title: 'Prove your wallet',
    taskTypeId: 'chain_wallet_connect',
    points: 25,
    config: { chainId: PROOF_CHAIN },
  },
  attest: {
    campaign: 'community',
    title: 'Sign the code of conduct',
    taskTypeId: 'attestation_sign',
    points: 25,
    config: { statement: 'I have read the code of conduct of Orbit.' },
  },
  visit: {
    campaign: 'community',
    title: 'Read the announcement',
    taskTypeId: 'engagement_url_visit',
    points: 10,
    config: { url: 'https://orbit.example.org/news', minSeconds: 1 },
  },
  survey: {
    campaign: 'community',
    title: 'Tell us about you',
    taskTypeId: 'custom_form',
    points: 30,
    config: {
      fields: [
        { id: 'role', label: 'What do you do?', kind: 'short_text', required: true, maxLength: 80 },
        { id: 'years', label: 'For how many years?', kind: 'number', minimum: 0, maximum: 50 },
      ],
    },
  },
  idea: {
    campaign: 'community',
    title: 'Propose an improvement',
    taskTypeId: 'custom_manual',
    points: 40,
    config: { instructions: 'Tell us what you would improve, in a text.', accepts: ['text'] },
  },
  article: {
    campaign: 'community',
    title: 'Write about Orbit',
    taskTypeId: 'content_blog_write',
    points: 100,
    config: { instructions: 'Write about your first week with Orbit.', allowedDomains: ['example.org'] },
    after: 'attest',
  },
} as const satisfies Record<string, QuestPlan>;

export type QuestKey = keyof typeof QUESTS;
export const QUEST_KEYS = Object.keys(QUESTS) as QuestKey[];

/** Completion limit of a quest for this number of earners; null: no limit. */
export function completionLimit(key: QuestKey, earners: number): number | null {
  const { share }: QuestPlan = QUESTS[key];
  return share === undefined ? null : Math.max(1, Math.floor(share * earners));
}
