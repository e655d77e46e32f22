/** The last line of a failed tool's output, in which go, pip and apt report the cause. */
export function lastLineOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr || message).trim().split('\n').at(-1)?.slice(0, 200) ?? message;
}
