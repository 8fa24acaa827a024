// Beacons: the management view of the transmitters' table, with its schemas and permissions (spec 4.2 Management, rules 8).
import { get, post, put, remove } from '../endpoint.ts'
import { pageOf } from '../list.ts'
import { Transmitter, TransmitterChange, TransmitterCreate, TransmitterQuery } from './transmitters.ts'

export const beacons = {
  list: get('/api/mgmt/beacons', {
    access: 'transmitters.read',
    query: TransmitterQuery,
    reply: pageOf(Transmitter),
    says: 'List badges (management)',
  }),
  create: post('/api/mgmt/beacons', TransmitterCreate, {
    access: 'transmitters.create',
    reply: Transmitter,
    status: 201,
    changes: 'transmitters',
    audit: { action: 'transmitters.create', resource: 'transmitters' },
    says: 'Register a badge (management)',
  }),
  read: get('/api/mgmt/beacons/{id}', {
    access: 'transmitters.read',
    reply: Transmitter,
    says: 'Read a badge (management)',
  }),
  change: put('/api/mgmt/beacons/{id}', TransmitterChange, {
    access: 'transmitters.update',
    reply: Transmitter,
    changes: 'transmitters',
    audit: { action: 'transmitters.change', resource: 'transmitters' },
    says: 'Change a badge (management)',
  }),
  remove: remove('/api/mgmt/beacons/{id}', {
    access: 'transmitters.delete',
    reply: null,
    changes: 'transmitters',
    audit: { action: 'transmitters.remove', resource: 'transmitters' },
    says: 'Delete a badge (management)',
  }),
}
