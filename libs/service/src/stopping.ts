/** How long running requests and transfers may take to finish after SIGTERM. */
export const DRAIN_SECONDS = 10;

/** When a process ends after SIGTERM, also if something is unfinished. */
export const STOP_SECONDS = 15;

/** Exit codes of the program of a service, with their meaning for docs/reference/containers.md. */
export const EXIT_CODES = {
  done: { code: 0, meaning: 'The command succeeded, or the service stopped after SIGTERM or SIGINT' },
  failed: {
    code: 1,
    meaning: `The service cannot start or the command failed (stderr says why), an error was not caught (the log has it), or the service did not stop within ${STOP_SECONDS} s`,
  },
  unknownCommand: { code: 64, meaning: 'There is no such command; stderr lists all of them' },
} as const;
