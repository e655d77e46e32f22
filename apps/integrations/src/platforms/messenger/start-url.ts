/** The deep link that opens a bot and starts it with the payload. */
export const startUrl = (username: string, payload: string): string => `https://t.me/${username}?start=${payload}`;
