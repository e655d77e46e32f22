export interface Guild {
  id: string;
  name: string;
}

/** Servers that a bot can be added to. */
export const GUILDS: readonly [Guild, ...Guild[]] = [
  { id: '1300000000000000001', name: 'First server' },
  { id: '1300000000000000002', name: 'Second server' },
];

/** The first one unless another is named. */
export const guildNamed = (id: string | undefined): Guild => GUILDS.find((guild) => guild.id === id) ?? GUILDS[0];
