/** Where a browser goes: to what was asked for if that is a page of one of the apps, else to the route. */
export function returnTo(asked: string | undefined, origins: readonly string[], route: string): string {
  if (asked === undefined || !URL.canParse(asked)) return route;
  const { origin, username, password, href } = new URL(asked);
  // The origin of blob:https://app.example/1 is that of the app, but it is no page of it.
  const isPage = href.startsWith(`${origin}/`);
  return isPage && origins.includes(origin) && username === '' && password === '' ? href : route;
}
