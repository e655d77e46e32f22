/** The requested address if it is a page of one of the apps, else the route. */
export function returnTo(asked: string | undefined, origins: readonly string[], route: string): string {
  if (asked === undefined || !URL.canParse(asked)) return route;
  const { origin, username, password, href } = new URL(asked);
  // blob:https://app.example/1 has the origin of the app but is not a page of it.
  const isPage = href.startsWith(`${origin}/`);
  return isPage && origins.includes(origin) && username === '' && password === '' ? href : route;
}
