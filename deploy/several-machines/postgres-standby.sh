#!/bin/bash
# Begins a standby with a copy of the first PostgreSQL, and then runs it as the image does.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export PGPASSWORD
  pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --host=postgres-1 --username=rollcall
  unset PGPASSWORD
  chown --recursive postgres:postgres "$PGDATA"
  chmod 0700 "$PGDATA"
fi
exec docker-entrypoint.sh postgres
