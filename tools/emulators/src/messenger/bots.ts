export interface Bot {
  /** As the messenger gives it to the owner of the bot; begins with its id. */
  token: string;
  name: string;
  username: string;
}

const bot = (id: number, name: string, username: string): Bot => ({
  token: `${id}:emulated-bot-token-${String(id).padStart(16, '0')}`,
  name,
  username,
});

/** The first is the platform's, the others are for projects. */
export const BOTS: readonly [Bot, ...Bot[]] = [
  bot(7100000001, 'Bot of the platform', 'emulated_platform_bot'),
  bot(7100000002, 'First bot', 'emulated_first_bot'),
  bot(7100000003, 'Second bot', 'emulated_second_bot'),
  bot(7100000004, '=1+<script>alert(1)</script>', 'emulated_odd_bot'),
];
