import { runInNewContext } from 'node:vm';
import { START } from './docs-start.js';

/** As much of Swagger UI's collections as a filter needs. */
class Members {
  constructor(private readonly members: Record<string, unknown>) {}
  get = (name: string): unknown => this.members[name];
  getIn = ([first, ...rest]: string[]): unknown =>
    rest.length === 0 ? this.get(first as string) : (this.get(first as string) as Members).getIn(rest);
  update = (name: string, change: (value: unknown) => unknown) =>
    new Members({ ...this.members, [name]: change(this.members[name]) });
}

class Items<Item> {
  constructor(readonly items: readonly Item[]) {}
  get size(): number {
    return this.items.length;
  }
  map = <Other>(change: (item: Item) => Other) => new Items(this.items.map((item) => change(item)));
  filter = (keep: (item: Item) => boolean) => new Items(this.items.filter((item) => keep(item)));
}

interface Input {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

interface Plugin {
  fn: { opsFilter: (tags: Items<Members>, phrase: string) => Items<Members> };
  components: { FilterContainer: (props: object) => { children: { props: Input } } };
}

const React = {
  createElement: (_: string, props: object, children?: unknown) => ({ props, children }),
};

/** The page's plugin, as Swagger UI is given it. */
function plugin(): Plugin {
  let given: { filter: boolean; plugins: ((system: object) => Plugin)[] } | undefined;
  runInNewContext(START, { SwaggerUIBundle: (config: typeof given) => (given = config) });
  expect(given?.filter).toBe(true);
  return given?.plugins[0]?.({ React }) as Plugin;
}

const operation = (path: string, summary: string, operationId: string) =>
  new Members({ path, operation: new Members({ summary, operationId }) });
const tags = new Items([
  new Members({
    operations: new Items([
      operation('/v1/users/me', 'The own account', 'getMe'),
      operation('/v1/users/me', 'Changes the own profile', 'updateMe'),
    ]),
  }),
  new Members({ operations: new Items([operation('/v1/projects', 'Creates a project', 'createProject')]) }),
]);

describe('the search box of /docs', () => {
  it.each([
    ['users/ME', [['getMe', 'updateMe']]],
    ['own prof', [['updateMe']]],
    ['createproject', [['createProject']]],
    ['create users', []],
    ['', [['getMe', 'updateMe'], ['createProject']]],
  ])('finds for %j every operation with these words, and no empty group', (phrase, found) => {
    const shown = plugin().fn.opsFilter(tags, phrase).items;
    const idsOf = (tag: Members) =>
      (tag.get('operations') as Items<Members>).items.map((one) => one.getIn(['operation', 'operationId']));
    expect(shown.map(idsOf)).toEqual(found);
  });

  it.each([
    [true, ''],
    ['quiz', 'quiz'],
  ])('shows what is searched for (%j), and searches for what is typed', (current, value) => {
    const typed: string[] = [];
    const { children } = plugin().components.FilterContainer({
      layoutSelectors: { currentFilter: () => current },
      layoutActions: { updateFilter: (phrase: string) => typed.push(phrase) },
    });
    expect(children.props.value).toBe(value);
    children.props.onChange({ target: { value: 'check-in' } });
    expect(typed).toEqual(['check-in']);
  });
});
