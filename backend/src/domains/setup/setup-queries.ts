// SQL of the guided start: what there is, counted.
import { sql } from 'kysely'
import type { SetupState } from '@rollcall/contracts/domains/setup'
import type { Database } from '../../database/schema.ts'
import { fullFloorName } from '../floors/floor-name.ts'

export async function readSetup(db: Database): Promise<Omit<SetupState, 'organisation'>> {
  const { rows } = await sql<Omit<SetupState, 'organisation'>>`SELECT
    (SELECT coalesce(json_agg(json_build_object('buildingId', b.id, 'name', b.name,
        'floors', (SELECT count(*) FROM floors f WHERE f.building_id = b.id)) ORDER BY b.display_order, b.id), '[]')
      FROM buildings b WHERE b.active) AS buildings,
    (SELECT coalesce(json_agg(json_build_object('floorId', f.id, 'name', ${fullFloorName('f')}, 'widthM', f.width_m,
        'hasPlan', f.plan_file IS NOT NULL,
        'receivers', (SELECT count(*) FROM receivers r WHERE r.floor_id = f.id),
        'receiversPlaced', (SELECT count(*) FROM receivers r WHERE r.floor_id = f.id AND r.x IS NOT NULL),
        'zones', (SELECT count(*) FROM zones z WHERE z.floor_id = f.id)) ORDER BY b.display_order, b.id, f.level), '[]')
      FROM floors f JOIN buildings b ON b.id = f.building_id WHERE b.active) AS floors,
    (SELECT count(*) FROM receivers WHERE status = 'online') AS receivers_heard,
    (SELECT count(*) FROM zones WHERE is_muster_point) AS muster_points,
    (SELECT count(*) FROM people WHERE status = 'active') AS people,
    (SELECT count(*) FROM transmitters) AS badges,
    (SELECT count(*) FROM transmitters WHERE entity_id IS NOT NULL) AS badges_carried,
    (SELECT count(*) FROM emergency_contacts) AS contacts,
    (SELECT count(*) FROM emergencies WHERE mode = 'drill') AS drills`.execute(db)
  return rows[0]!
}
