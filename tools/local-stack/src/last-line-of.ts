/** The last line a failed tool printed, which is where go, pip and apt say what went wrong. */
export function lastLineOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr || message).trim().split('\n').at(-1)?.slice(0, 200) ?? message;
}
