/** The waits of a background loop: ended once, they all return at once. */
export class Pause {
  private isEnded = false;
  private wake: (() => void) | undefined;

  get ended(): boolean {
    return this.isEnded;
  }

  end(): void {
    this.isEnded = true;
    this.wake?.();
  }

  /** Resolves after `ms`, or when the loop is ended. */
  async for(ms: number): Promise<void> {
    if (this.isEnded) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
