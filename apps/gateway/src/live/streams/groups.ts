/** Sets by key; an empty set is deleted. */
export class Groups<Member> {
  private readonly groups = new Map<string, Set<Member>>();

  of(key: string): ReadonlySet<Member> {
    return this.groups.get(key) ?? EMPTY;
  }

  add(key: string, member: Member): void {
    const group = this.groups.get(key);
    if (group) group.add(member);
    else this.groups.set(key, new Set([member]));
  }

  delete(key: string, member: Member): void {
    const group = this.groups.get(key);
    group?.delete(member);
    if (group?.size === 0) this.groups.delete(key);
  }
}

const EMPTY: ReadonlySet<never> = new Set();
