#!/bin/bash
# Run once by the image of PostgreSQL in a new database: the role that HAProxy asks as, and who may follow as a standby.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname postgres --command "CREATE ROLE rollcall_check LOGIN" \
  --command "ALTER SYSTEM SET wal_keep_size = '1GB'"
cat >> "$PGDATA/pg_hba.conf" <<'HBA'
host replication rollcall all scram-sha-256
HBA
# Before the line for everybody, which asks for a password.
sed --in-place '1i host postgres rollcall_check all trust' "$PGDATA/pg_hba.conf"
