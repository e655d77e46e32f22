/** Where a browser goes: to what was asked for if that is a page of one of the apps, else to the route. */
export function returnTo(asked: string | undefined, origins: readonly string[], route: string): string {
  if (asked === undefined || !URL.canParse(asked)) return route;
  const { origin, username, password, href } = new URL(asked);
  return origins.includes(origin) && username === '' && password === '' ? href : route;
}
