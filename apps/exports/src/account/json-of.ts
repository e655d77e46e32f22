/** A member of the file: a known value, or a list whose items arrive one by one. */
export type Sections = Readonly<Record<string, object | AsyncIterable<object>>>;

/** Writes an object and holds at most one item of a list in memory. */
export async function* jsonOf(sections: Sections): AsyncGenerator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(sections)) {
    yield `${before}\n${JSON.stringify(name)}: `;
    if (Symbol.asyncIterator in value) yield* listOf(value);
    else yield JSON.stringify(value);
    before = ',';
  }
  yield '\n}\n';
}

async function* listOf(items: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[';
  for await (const item of items) {
    yield `${before}\n${JSON.stringify(item)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : '\n]';
}
