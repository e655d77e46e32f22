import { errors, type NatsConnection } from '@nats-io/transport-node';

/** Subjects that the broker refused to this connection while `work` ran. Closes the connection. */
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
  // The broker reports refusals before it answers this.
  await connection.flush();
  await connection.close();
  await watching;
  return subjects;
}
