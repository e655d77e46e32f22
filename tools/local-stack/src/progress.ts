/** Does one step of a start and prints it with its duration; `describe` words the result. */
export async function step<T>(
  title: string,
  work: () => Promise<T>,
  describe: (result: T) => string = () => '',
): Promise<T> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  try {
    const result = await work();
    const detail = describe(result);
    console.log(`  ok    ${title}${detail && `: ${detail}`} (${seconds()})`);
    return result;
  } catch (error) {
    console.log(`  fail  ${title} (${seconds()})`);
    throw error;
  }
}
