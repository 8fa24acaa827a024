// SQL of ambient devices: what the snapshots show. An address is never kept longer than it is remembered (privacy).
import { sql } from 'kysely'
import type { AmbientDevice } from '@rollcall/contracts/channels'
import type { Database } from '../../database/schema.ts'

export async function saveAmbient(db: Database, devices: readonly AmbientDevice[]): Promise<void> {
  await sql`
    INSERT INTO ambient_devices (device_id, device_type, manufacturer, receiver_id, rssi, at)
    SELECT * FROM unnest(
      ${devices.map(({ deviceId }) => deviceId)}::text[], ${devices.map(({ deviceType }) => deviceType)}::text[],
      ${devices.map(({ manufacturer }) => manufacturer)}::text[], ${devices.map(({ receiverId }) => receiverId)}::text[],
      ${devices.map(({ rssi }) => rssi)}::float8[],
      ${devices.map(({ timestamp }) => new Date(timestamp).toISOString())}::timestamptz[])
    ON CONFLICT (device_id) DO UPDATE SET device_type = excluded.device_type, manufacturer = excluded.manufacturer,
      receiver_id = excluded.receiver_id, rssi = excluded.rssi, at = excluded.at`.execute(db)
}

export async function forgetAmbient(db: Database, before: number): Promise<void> {
  await sql`DELETE FROM ambient_devices WHERE at < ${new Date(before).toISOString()}::timestamptz`.execute(db)
}
