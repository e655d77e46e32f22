#!/bin/sh
# The entry point of the image of PostgreSQL: of what the official one does, the parts that docker/compose.yaml uses.
set -eu

if [ "$(id -u)" = 0 ]; then
  chown postgres:postgres "$PGDATA" /run/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi

sockets=/run/postgresql

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --pgdata="$PGDATA" --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" --encoding=UTF8 --locale=C.UTF-8 \
    --auth-local=trust --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  printf "listen_addresses = '*'\nunix_socket_directories = '%s'\n" "$sockets" >>"$PGDATA/postgresql.conf"

  # The scripts run on a server that does not listen on TCP.
  postgres -c listen_addresses= &
  until pg_isready -q -h "$sockets"; do sleep 0.1; done
  for script in /docker-entrypoint-initdb.d/*.sql; do
    psql --no-psqlrc -q -v ON_ERROR_STOP=1 -h "$sockets" -U postgres -f "$script"
  done
  kill -INT $!
  wait $!
fi

exec "$@"
