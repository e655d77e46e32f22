import { errors, type NatsConnection } from '@nats-io/transport-node';

/** Subjects that the broker refused to this connection while `work` ran; closes it. */
export async function refusedSubjects(
  connection: NatsConnection,
  work: (connection: NatsConnection) => void,
): Promise<Set<string>> {
  const subjects = new Set<string>();
  const statuses = connection.status();
  const watching = (async () => {
    for await (const status of statuses) {
      if (status.type === 'error' && status.error instanceof errors.PermissionViolationError) {
        subjects.add(status.error.subject);
      }
    }
  })();
  work(connection);
  // What was refused is told before this is answered.
  await connection.flush();
  await connection.close();
  await watching;
  return subjects;
}
