/**
 * Work that is done together when the event loop has seen to what arrived: what it sends leaves in one packet. None of it
 * may throw.
 */
export class EndOfTurn {
  private gathered: (() => void)[] = [];

  do(work: () => void): void {
    if (this.gathered.push(work) > 1) return;
    setImmediate(() => {
      for (const each of this.gathered.splice(0)) each();
    });
  }
}
