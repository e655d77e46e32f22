/** A person with an account on every platform. */
export interface Person {
  /** The `login_hint` that signs in as this person. */
  key: string;
  /** From 1; ids of the platforms are made of it. */
  number: number;
  name: string;
  email: string | undefined;
  isEmailVerified: boolean;
  /** Whether the account on the video site has a channel. */
  hasChannel: boolean;
}

type Odd = Partial<Omit<Person, 'number'>> & Pick<Person, 'key'>;

/** A name that is markup, a formula, and turns the direction of what follows; as long as the shortest limit allows. */
const HOSTILE_NAME = '=1+<script>alert(1)</script>\u{202E}"';
const EARNERS = 200;

const ODD: readonly Odd[] = [
  { key: 'verified', name: 'Verified Address' },
  { key: 'unverified', name: 'Unverified Address', isEmailVerified: false },
  { key: 'no-email', name: 'No Address', email: undefined, isEmailVerified: false },
  { key: 'hostile-name', name: HOSTILE_NAME },
  { key: 'no-channel', name: 'No Channel', hasChannel: false },
];

const numbered = Array.from({ length: EARNERS }, (_, index): Odd => ({ key: `earner-${index + 1}` }));

export const PEOPLE: readonly Person[] = [...ODD, ...numbered].map((odd, index) => ({
  number: index + 1,
  name: odd.key,
  email: `${odd.key}@people.test`,
  isEmailVerified: true,
  hasChannel: true,
  ...odd,
}));

export const personOf = (key: string): Person | undefined => PEOPLE.find((person) => person.key === key);

/** Throws for an unknown key. */
function known(key: string): Person {
  const person = personOf(key);
  if (person === undefined) throw new RangeError(`No person has the key ${key}`);
  return person;
}

/** In the seed, the person who has done every checkable action on every platform. */
export const DONE = known('earner-1');

/** A name as platforms take it that allow letters, digits and underscores. */
export const handleOf = ({ key }: Person): string => key.replaceAll('-', '_');
