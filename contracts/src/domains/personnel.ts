// People in the register: employees, visitors and contractors (spec 4.2 Personnel, 2.6; rules 8 and 11).
// A field that the caller may not see is absent; null means that it is not known.
import { z } from 'zod'
import { get, perMinute, post, put, remove } from '../endpoint.ts'
import { withEntityTypeAlias } from '../entity-type-alias.ts'
import { FileVersion, changeOf, Email, Phone, prose, text } from '../fields.ts'
import { BatchIds, BatchResult, bulkOptions, BulkResult, listQuery, maxBulkRows, pageOf, Stored } from '../list.ts'
import type { Permission } from '../permissions.ts'
import { EntityType, Sighting } from './positions.ts'
import { Transmitter } from './transmitters.ts'

export const PersonType = EntityType.extract(['employee', 'visitor', 'contractor'])
export const PersonStatus = z.enum(['active', 'inactive', 'suspended'])
export const photoMediaTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Fields that need more than personnel.read, in replies and exports alike; specialNeeds needs it to be written, too. */
export const guardedPersonFields = {
  phone: 'emergency.account',
  emergencyContactName: 'emergency.account',
  emergencyContactPhone: 'emergency.account',
  specialNeeds: 'personnel.health',
  lastSeen: 'positions.read',
} as const satisfies Record<string, Permission>

const openFields = {
  entityType: PersonType.describe('Employee, visitor or contractor.'),
  employeeId: text(64).describe('The organisation’s own number of this person; unique.'),
  fullName: text(160).describe('First and last name.'),
  email: Email.nullable().describe('Email address.'),
  jobTitle: text(120).nullable().describe('What they do.'),
  departmentId: z.uuid().nullable().describe('Their department.'),
  status: PersonStatus.describe('Only active people are counted and mustered.'),
  musterPointId: z.uuid().nullable().describe('The zone where they gather in an emergency.'),
}
const guardedFields = {
  phone: Phone.nullable().describe('Their phone; absent for callers without emergency.account.'),
  emergencyContactName: text(160)
    .nullable()
    .describe('Whom to call about them; absent for callers without emergency.account.'),
  emergencyContactPhone: Phone.nullable().describe(
    'The phone of that contact; absent for callers without emergency.account.',
  ),
  specialNeeds: prose(2000).nullable().describe('What helpers must know; absent for callers without personnel.health.'),
}

export const Person = Stored.extend({
  ...openFields,
  phone: guardedFields.phone.optional(),
  emergencyContactName: guardedFields.emergencyContactName.optional(),
  emergencyContactPhone: guardedFields.emergencyContactPhone.optional(),
  specialNeeds: guardedFields.specialNeeds.optional(),
  departmentName: z.string().nullable().describe('Name of their department.'),
  photoUrl: z.string().nullable().describe('Address of the photo, new with every upload; null when there is none.'),
  lastSeen: Sighting.nullable()
    .optional()
    .describe('Where a badge of theirs was last seen; absent for callers without positions.read.'),
})
export type Person = z.infer<typeof Person>

const NewPerson = z.strictObject({
  ...openFields,
  entityType: openFields.entityType.default('employee'),
  email: openFields.email.default(null),
  jobTitle: openFields.jobTitle.default(null),
  departmentId: openFields.departmentId.default(null),
  status: openFields.status.default('active'),
  musterPointId: openFields.musterPointId.default(null),
  phone: guardedFields.phone.default(null),
  emergencyContactName: guardedFields.emergencyContactName.default(null),
  emergencyContactPhone: guardedFields.emergencyContactPhone.default(null),
  specialNeeds: guardedFields.specialNeeds.default(null),
})
export const PersonCreate = withEntityTypeAlias(NewPerson)
export const PersonChange = withEntityTypeAlias(changeOf({ ...openFields, ...guardedFields }))
/** Found by employeeId: whoever is there gets the fields that are given, anybody else is added. */
const ImportedPerson = z
  .strictObject({ ...openFields, ...guardedFields })
  .partial()
  .required({ employeeId: true })
  .extend({ departmentName: text(120).optional().describe('In place of departmentId, in any case.') })
export const PersonImport = z.strictObject({
  people: z.array(withEntityTypeAlias(ImportedPerson)).min(1).max(maxBulkRows),
  createDepartments: z.boolean().default(false).describe('Whether departments that are not there are created.'),
  ...bulkOptions,
})

/** Employees unless another type is asked for: the spec's personnel are those with entity_type employee. */
const filters = {
  entityType: PersonType.default('employee'),
  departmentId: z.uuid().optional(),
  status: PersonStatus.optional(),
  /** Last seen in this building. */
  buildingId: z.uuid().optional(),
}
export const PersonQuery = withEntityTypeAlias(listQuery(filters))
export const PersonExportQuery = withEntityTypeAlias(listQuery(filters).omit({ page: true, pageSize: true }))

const audit = { resource: 'people' }
const exported = { ...audit, action: 'personnel.export' }
export const personnel = {
  list: get('/api/personnel', {
    access: 'personnel.read',
    query: PersonQuery,
    reply: pageOf(Person),
    says: 'List people of the register',
  }),
  create: post('/api/personnel', PersonCreate, {
    access: 'personnel.create',
    reply: Person,
    status: 201,
    changes: 'people',
    audit,
    says: 'Add a person to the register',
  }),
  exportCsv: get('/api/personnel/export/csv', {
    access: 'personnel.export',
    slow: true,
    query: PersonExportQuery,
    reply: { file: ['text/csv'] },
    limit: perMinute(20),
    audit: exported,
    says: 'Export people as CSV',
  }),
  exportPdf: get('/api/personnel/export/pdf', {
    access: 'personnel.export',
    slow: true,
    query: PersonExportQuery,
    reply: { file: ['application/pdf'] },
    limit: perMinute(20),
    audit: exported,
    says: 'Export people as PDF',
  }),
  import: post('/api/personnel/import', PersonImport, {
    access: 'personnel.create',
    reply: BulkResult,
    changes: 'people',
    audit: { ...audit, action: 'personnel.create' },
    says: 'Add or change many people by their number; answers row by row',
  }),
  batchDelete: post('/api/personnel/batch-delete', BatchIds, {
    access: 'personnel.delete',
    reply: BatchResult,
    changes: ['people', 'transmitters'],
    audit: { ...audit, action: 'personnel.remove' },
    says: 'Delete several people',
  }),
  bulkActivate: post('/api/personnel/bulk-activate', BatchIds, {
    access: 'personnel.update',
    reply: BatchResult,
    changes: 'people',
    audit: { ...audit, action: 'personnel.change' },
    says: 'Make several people active',
  }),
  bulkDeactivate: post('/api/personnel/bulk-deactivate', BatchIds, {
    access: 'personnel.update',
    reply: BatchResult,
    changes: 'people',
    audit: { ...audit, action: 'personnel.change' },
    says: 'Make several people inactive',
  }),
  read: get('/api/personnel/{id}', { access: 'personnel.read', reply: Person, says: 'Read a person' }),
  change: put('/api/personnel/{id}', PersonChange, {
    access: 'personnel.update',
    reply: Person,
    changes: ['people', 'transmitters'],
    audit,
    says: 'Change a person',
  }),
  remove: remove('/api/personnel/{id}', {
    access: 'personnel.delete',
    reply: null,
    changes: ['people', 'transmitters'],
    audit,
    says: 'Delete a person',
  }),
  photo: get('/api/personnel/{id}/photo', {
    access: 'personnel.read',
    query: FileVersion,
    reply: { file: photoMediaTypes },
    says: 'Read the photo of a person',
  }),
  uploadPhoto: post(
    '/api/personnel/{id}/photo',
    { upload: { field: 'photo', mediaTypes: photoMediaTypes, maxBytes: 5 * 1024 * 1024, maxPixels: 40e6 } },
    { access: 'personnel.update', reply: Person, changes: 'people', audit, says: 'Upload the photo of a person' },
  ),
  removePhoto: remove('/api/personnel/{id}/photo', {
    access: 'personnel.update',
    reply: null,
    changes: 'people',
    audit,
    says: 'Delete the photo of a person',
  }),
  beacons: get('/api/personnel/{id}/beacons', {
    access: 'transmitters.read',
    reply: z.array(Transmitter),
    says: 'List the badges a person carries',
  }),
}
