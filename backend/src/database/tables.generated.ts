// Every table and view as the migrations make them. Generated; `npx vitest run --project backend tests/tables.test.ts -u` writes it anew.
import type { Generated } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type {
  DefaultTimestamp,
  Json,
  NullableJson,
  NullableTimestamp,
  Optional,
  ReadOnly,
  Timestamp,
} from './columns.ts'

export type Tables = {
  activity: {
    id: ReadOnly<number>
    at: DefaultTimestamp
    type: ColumnTypes['activity.type']
    transmitterId: Optional<string>
    receiverId: Optional<string>
    floorId: Optional<string>
    zoneId: Optional<string>
    text: string
    said: NullableJson<ColumnTypes['activity.said']>
  }
  alertWatch: {
    single: Generated<boolean>
    lookedAt: DefaultTimestamp
    listeningSince: DefaultTimestamp
    toldAt: NullableTimestamp
  }
  alerts: {
    id: Generated<string>
    kind: ColumnTypes['alerts.kind']
    subject: string
    text: string
    receiverId: Optional<string>
    transmitterId: Optional<string>
    floorId: Optional<string>
    zoneId: Optional<string>
    emergencyId: Optional<string>
    raisedAt: DefaultTimestamp
    acknowledgedAt: NullableTimestamp
    acknowledgedBy: Optional<string>
    clearedAt: NullableTimestamp
    toldAt: NullableTimestamp
    snoozedUntil: NullableTimestamp
    snoozedBy: Optional<string>
    assignedTo: Optional<string>
    assignedName: Optional<string>
    assignedBy: Optional<string>
    said: NullableJson<ColumnTypes['alerts.said']>
  }
  ambientDevices: {
    deviceId: string
    deviceType: ColumnTypes['ambient_devices.device_type']
    manufacturer: Optional<string>
    receiverId: string
    rssi: number
    at: Timestamp
  }
  appliedMigrations: {
    name: string
    appliedAt: DefaultTimestamp
  }
  assetHistory: {
    id: ReadOnly<number>
    assetId: string
    at: DefaultTimestamp
    type: 'moved' | 'assigned' | 'status' | 'edited' | 'seen'
    fromValue: Optional<string>
    toValue: Optional<string>
    actor: Optional<string>
  }
  assetPlaces: {
    assetId: string
    place: string
    seenAt: Timestamp
  }
  assets: {
    id: Generated<string>
    name: string
    category: string
    serialNumber: Optional<string>
    assignedTo: Optional<string>
    status: Generated<'available' | 'in_use' | 'maintenance' | 'lost' | 'retired'>
    homeZoneId: Optional<string>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  auditHead: {
    single: Generated<boolean>
    seq: number
    hash: string
    seal: Optional<string>
  }
  auditLog: {
    seq: number
    id: string
    at: Timestamp
    actorId: Optional<string>
    actorEmail: Optional<string>
    actorRole: Optional<string>
    ip: Optional<string>
    action: string
    resource: string
    entityId: Optional<string>
    method: Optional<string>
    result: 'success' | 'denied' | 'failed'
    before: NullableJson<unknown>
    after: NullableJson<unknown>
    requestId: Optional<string>
    previousHash: string
    hash: string
    count: Generated<number>
    countSeal: Optional<string>
  }
  auditTail: {
    single: Generated<boolean>
    seq: number
    hash: string
    removedAt: NullableTimestamp
    seal: Optional<string>
  }
  batteryHistory: {
    transmitterId: string
    at: Timestamp
    batteryPct: Optional<number>
    batteryMv: Optional<number>
  }
  batteryThresholds: {
    single: Generated<boolean>
    low: Generated<number>
    critical: Generated<number>
    updatedAt: DefaultTimestamp
  }
  buildings: {
    id: Generated<string>
    name: string
    code: Optional<string>
    address: Optional<string>
    latitude: Optional<number>
    longitude: Optional<number>
    timezone: Generated<string>
    displayOrder: Generated<number>
    active: Generated<boolean>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  carriers: {
    transmitterId: ReadOnly<ColumnTypes['carriers.transmitter_id']>
    entityType: ReadOnly<ColumnTypes['carriers.entity_type']>
    entityId: ReadOnly<string | null>
    txPower1m: ReadOnly<number | null>
    batteryPct: ReadOnly<number | null>
    lastSeenAt: ReadOnly<string | null>
    status: ReadOnly<ColumnTypes['carriers.status']>
    name: ReadOnly<ColumnTypes['carriers.name']>
    departmentId: ReadOnly<string | null>
    personStatus: ReadOnly<ColumnTypes['carriers.person_status']>
    strengthDb: ReadOnly<number | null>
    strengthSureDb: ReadOnly<number | null>
  }
  contactLinks: {
    tokenHash: string
    contactId: string
    emergencyId: Optional<string>
    testId: Optional<string>
    channel: string
    expiresAt: Timestamp
  }
  contactTests: {
    id: Generated<string>
    contactId: string
    requestedAt: DefaultTimestamp
    requestedBy: string
    answeredAt: NullableTimestamp
    answeredChannel: Optional<string>
  }
  countedMinutes: {
    transmitterId: string
    minute: Timestamp
    waitingAt: NullableTimestamp
    floorId: Optional<string>
  }
  departments: {
    id: Generated<string>
    name: string
    code: Optional<string>
    managerId: Optional<string>
    parentId: Optional<string>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  emergencies: {
    id: Generated<string>
    scenario: string
    mode: Generated<'live' | 'drill' | 'test'>
    state: Generated<'active' | 'resolved'>
    resolution: Optional<'all_clear' | 'false_alarm' | 'drill_complete' | 'superseded'>
    message: Generated<string>
    triggeredBy: Optional<string>
    triggeredByName: string
    triggeredAt: DefaultTimestamp
    resolvedBy: Optional<string>
    resolvedByName: Optional<string>
    resolvedAt: NullableTimestamp
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
    rosterVersion: Generated<number>
    supersededBy: Optional<string>
    announcedVersion: Generated<number>
  }
  emergencyAnswers: {
    emergencyId: string
    kind: 'contact' | 'warden'
    answererId: string
    name: string
    role: Optional<string>
    answer: Optional<'on_my_way' | 'on_it' | 'cannot_come'>
    at: NullableTimestamp
    version: Generated<number>
  }
  emergencyBuildings: {
    emergencyId: string
    buildingId: string
    active: Generated<boolean>
  }
  emergencyContacts: {
    id: Generated<string>
    name: string
    role: Optional<string>
    email: Optional<string>
    phone: Optional<string>
    priority: Generated<number>
    channels: Generated<string[]>
    scenarios: Generated<string[]>
    buildingIds: Generated<string[]>
    active: Generated<boolean>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
    testedAt: NullableTimestamp
    answeredAt: NullableTimestamp
  }
  emergencyCounts: {
    emergencyId: string
    status: string
    people: number
  }
  emergencyKeys: {
    key: string
    requestHash: string
    emergencyId: string
    usedAt: DefaultTimestamp
  }
  emergencyMusterPoints: {
    emergencyId: string
    zoneId: string
  }
  emergencyNotifications: {
    id: Generated<string>
    emergencyId: Optional<string>
    contactId: Optional<string>
    contactName: string
    channel: string
    sender: string
    result: 'sent' | 'failed' | 'dry_run'
    detail: Optional<string>
    at: DefaultTimestamp
    messageId: Optional<string>
  }
  emergencyReviews: {
    id: string
    notes: Generated<string>
    lessons: Generated<string>
    changedBy: string
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  emergencyRoster: {
    emergencyId: string
    personId: string
    entityType: string
    employeeId: string
    fullName: string
    departmentName: Optional<string>
    transmitterId: Optional<string>
    status: Generated<'unknown' | 'accounted' | 'needs_help' | 'off_site' | 'excused'>
    method: Optional<'auto_zone' | 'manual' | 'bulk' | 'scan' | 'sweep' | 'link'>
    changedBy: Optional<string>
    changedAt: NullableTimestamp
    note: Optional<string>
    musterPointId: Optional<string>
    evidence: NullableJson<ColumnTypes['emergency_roster.evidence']>
    absence: Optional<string>
    version: Generated<number>
    decidedAt: NullableTimestamp
    hostName: Optional<string>
    departmentId: Optional<string>
    buildingId: Optional<string>
    floorId: Optional<string>
    zoneId: Optional<string>
  }
  emergencySweeps: {
    emergencyId: string
    floorId: string
    zoneId: Optional<string>
    state: 'searching' | 'searched' | 'open'
    changedBy: string
    decidedAt: Timestamp
    changedAt: DefaultTimestamp
    note: Optional<string>
    version: number
  }
  emergencyTimeline: {
    id: Generated<string>
    seq: ReadOnly<number>
    emergencyId: string
    at: DefaultTimestamp
    type: ColumnTypes['emergency_timeline.type']
    personId: Optional<string>
    personName: Optional<string>
    actor: Optional<string>
    text: string
    status: Optional<string>
    arrivedAt: DefaultTimestamp
    said: NullableJson<ColumnTypes['emergency_timeline.said']>
  }
  exchangeNonces: {
    nonce: string
    seenAt: DefaultTimestamp
  }
  floorCalibrations: {
    floorId: string
    version: number
    proposal: Json<ColumnTypes['floor_calibrations.proposal']>
    residualMaps: Json<ColumnTypes['floor_calibrations.residual_maps']>
    createdAt: DefaultTimestamp
    calibratedBy: Optional<string>
    activatedAt: NullableTimestamp
  }
  floorHeat: {
    floorId: string
    hour: Timestamp
    xM: number
    yM: number
    minutes: number
  }
  floorMinutes: {
    floorId: string
    minute: Timestamp
    badges: number
  }
  floorPathLoss: {
    floorId: string
    configured: number
    exponent: number
    evidence: number[]
  }
  floorRestRuns: {
    floorId: string
    beganAt: Timestamp
    endedAt: NullableTimestamp
    version: Optional<number>
  }
  floorRests: {
    id: ReadOnly<number>
    floorId: string
    transmitterId: string
    endedAt: Timestamp
    seconds: number
    layout: string
    heard: Json<ColumnTypes['floor_rests.heard']>
  }
  floorWalls: {
    floorId: string
    walls: Json<ColumnTypes['floor_walls.walls']>
    updatedAt: DefaultTimestamp
  }
  floors: {
    id: Generated<string>
    buildingId: string
    name: string
    level: number
    widthM: number
    heightM: number
    planFile: Optional<string>
    planMediaType: Optional<string>
    planBytes: Optional<number>
    pathLoss: Generated<number>
    calibration: NullableJson<ColumnTypes['floors.calibration']>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  heardReceivers: {
    receiverId: string
    firstSeenAt: Timestamp
    lastSeenAt: Timestamp
    readings: Generated<number>
    transmittersHeard: Generated<number>
  }
  importRows: {
    importId: string
    number: ReadOnly<number>
    tableName: 'people' | 'receivers' | 'transmitters' | 'assets' | 'departments'
    entityId: string
    name: string
    before: NullableJson<unknown>
    after: Json<unknown>
    version: string
    state: Generated<'done' | 'undone' | 'kept'>
  }
  imports: {
    id: string
    kind: 'people' | 'receivers' | 'transmitters' | 'assets'
    fileName: Optional<string>
    at: DefaultTimestamp
    actorId: string
    actorName: string
    created: Generated<number>
    changed: Generated<number>
    undoneAt: NullableTimestamp
  }
  irkRecords: {
    id: Generated<string>
    transmitterId: string
    irkSealed: Buffer
    fingerprint: string
    platform: string
    label: string
    state: Generated<'unseen' | 'candidate' | 'confirmed'>
    lastResolvedAt: NullableTimestamp
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  kiosks: {
    id: Generated<string>
    name: string
    buildingId: string
    tokenHash: string
    lastUsedAt: NullableTimestamp
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  leases: {
    name: string
    owner: Optional<string>
    epoch: Generated<number>
    until: NullableTimestamp
    session: Optional<number>
    sessionStart: NullableTimestamp
    able: Generated<boolean>
    address: Optional<string>
  }
  musterLinkSends: {
    emergencyId: string
    personId: string
    state: Generated<'waiting' | 'sent' | 'failed' | 'without_address' | 'not_needed'>
    tries: Generated<number>
    dueAt: DefaultTimestamp
    requestedAt: DefaultTimestamp
    firstTriedAt: NullableTimestamp
    detail: Optional<string>
  }
  musterLinks: {
    tokenHash: string
    emergencyId: string
    personId: string
    expiresAt: Timestamp
  }
  notificationOutbox: {
    id: Generated<string>
    emergencyId: Optional<string>
    contactId: Optional<string>
    contactName: string
    channel: string
    address: Optional<string>
    subject: string
    text: string
    priority: number
    tries: Generated<number>
    dueAt: DefaultTimestamp
    about: Generated<'began' | 'taken_over' | 'ended' | 'notice' | 'test'>
    state: Generated<'waiting' | 'sent' | 'dry_run' | 'given_up' | 'out_of_date'>
    link: Optional<string>
    queuedAt: DefaultTimestamp
    at: DefaultTimestamp
    firstTriedAt: NullableTimestamp
    failedAt: NullableTimestamp
    detail: Optional<string>
    testId: Optional<string>
  }
  occupancy: {
    buildingId: Optional<string>
    minutes: number
    at: Timestamp
    most: number
    mean: number
    counts: number
  }
  passkeys: {
    id: Generated<string>
    userId: string
    name: string
    credentialId: string
    publicKey: Buffer
    counter: number
    createdAt: DefaultTimestamp
    lastUsedAt: NullableTimestamp
  }
  passwordLinks: {
    tokenHash: string
    userId: string
    expiresAt: Timestamp
  }
  passwordRequests: {
    id: Generated<string>
    address: string
    at: DefaultTimestamp
    dueAt: NullableTimestamp
    tries: Generated<number>
  }
  people: {
    id: Generated<string>
    entityType: Generated<'employee' | 'visitor' | 'contractor'>
    employeeId: string
    fullName: string
    email: Optional<string>
    jobTitle: Optional<string>
    phone: Optional<string>
    departmentId: Optional<string>
    status: Generated<'active' | 'inactive' | 'suspended'>
    photoFile: Optional<string>
    photoMediaType: Optional<string>
    emergencyContactName: Optional<string>
    emergencyContactPhone: Optional<string>
    specialNeeds: Optional<string>
    musterPointId: Optional<string>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  phoneBeaconTokens: {
    id: Generated<string>
    tokenHash: string
    personId: string
    createdBy: Optional<string>
    createdAt: DefaultTimestamp
    expiresAt: Timestamp
    usedAt: NullableTimestamp
  }
  plannedDrills: {
    id: Generated<string>
    buildingId: string
    scenario: string
    plannedAt: Timestamp
    contactIds: Generated<string[]>
    remindHours: Generated<number>
    note: Generated<string>
    remindedAt: NullableTimestamp
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  positionHistory: {
    at: Timestamp
    transmitterId: string
    floorId: string
    zoneId: Optional<string>
    x: number
    y: number
    xM: number
    yM: number
    method: ColumnTypes['position_history.method']
    accuracyM: number
  }
  positionsCurrent: {
    transmitterId: string
    floorId: string
    buildingId: string
    zoneId: Optional<string>
    x: number
    y: number
    xM: number
    yM: number
    method: 'grid' | 'trilateration' | 'centroid' | 'nearest'
    accuracyM: number
    confidence: number
    receiverCount: number
    at: Timestamp
    seq: number
    insideProbability: Optional<number>
    musterZoneId: Optional<string>
    musterProbability: Optional<number>
    movedAt: NullableTimestamp
    musterSince: NullableTimestamp
    zoneProbability: Optional<number>
    nearZoneId: Optional<string>
    zoneSince: NullableTimestamp
    notedZoneId: Optional<string>
    notedSince: NullableTimestamp
    dwellNoted: Generated<boolean>
    receivers: Generated<string[]>
  }
  pushKeys: {
    id: Generated<number>
    publicKey: string
    privateSealed: Buffer
    createdAt: DefaultTimestamp
  }
  pushMessages: {
    subscriptionId: string
    emergencyId: string
    about: 'began' | 'ended'
    state: Generated<'waiting' | 'sent' | 'given_up'>
    tries: Generated<number>
    dueAt: DefaultTimestamp
    firstTriedAt: NullableTimestamp
    detail: Optional<string>
  }
  pushSubscriptions: {
    id: Generated<string>
    userId: string
    endpoint: string
    p256dh: string
    auth: string
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  readinessHistory: {
    place: string
    at: DefaultTimestamp
    score: number
    reasons: Json<unknown>
  }
  readingPositions: {
    partition: number
    log: string
    upTo: string
  }
  receivers: {
    id: Generated<string>
    receiverId: string
    name: string
    kind: Optional<string>
    buildingId: Optional<string>
    floorId: Optional<string>
    x: Optional<number>
    y: Optional<number>
    zM: Optional<number>
    rssiOffsetDb: Generated<number>
    status: Generated<'online' | 'offline'>
    lastSeenAt: NullableTimestamp
    clockSkewMs: Optional<number>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
    ingestKeyHash: Optional<string>
    keyIssuedAt: NullableTimestamp
    pauseMs: Optional<number>
    clockOffMs: Optional<number>
    lateShare: Optional<number>
    twiceShare: Optional<number>
  }
  recoveryCodes: {
    userId: string
    codeHash: string
  }
  revokedTokens: {
    tokenHash: string
    expiresAt: Timestamp
  }
  rolePermissions: {
    role: string
    permission: string
  }
  roles: {
    name: string
    displayName: string
    updatedAt: DefaultTimestamp
    requiresSecondFactor: Generated<boolean>
  }
  savedViews: {
    id: Generated<string>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
    userId: string
    list: string
    name: string
    query: Json<ColumnTypes['saved_views.query']>
  }
  scenarioInstructions: {
    id: Generated<string>
    scenario: string
    text: Generated<string>
    confirmedAt: NullableTimestamp
    confirmedBy: Optional<string>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  secondFactors: {
    userId: string
    secretSealed: Buffer
    confirmedAt: NullableTimestamp
    lastStep: Optional<number>
    createdAt: DefaultTimestamp
  }
  sessions: {
    id: string
    userId: string
    tokenHash: string
    tokenVersion: number
    startedAt: DefaultTimestamp
    expiresAt: Timestamp
    address: string
    userAgent: string
  }
  settings: {
    name: 'ble' | 'alerts' | 'general' | 'security'
    value: Json<ColumnTypes['settings.value']>
    updatedAt: DefaultTimestamp
  }
  storedFiles: {
    name: string
    content: Buffer
    storedAt: DefaultTimestamp
  }
  transmitterCarriers: {
    transmitterId: string
    entityType: ColumnTypes['transmitter_carriers.entity_type']
    entityId: Optional<string>
    fromAt: Timestamp
    untilAt: NullableTimestamp
  }
  transmitters: {
    id: Generated<string>
    transmitterId: string
    name: Optional<string>
    type: Generated<string>
    entityType: Generated<'employee' | 'visitor' | 'contractor' | 'asset' | 'standalone'>
    entityId: Optional<string>
    txPower1m: Optional<number>
    batteryPct: Optional<number>
    batteryMv: Optional<number>
    batteryAt: NullableTimestamp
    lastSeenAt: NullableTimestamp
    status: Generated<'in_stock' | 'assigned' | 'lost' | 'retired'>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
    entityName: Optional<string>
    strengthDb: Optional<number>
    strengthSureDb: Optional<number>
    strengthAt: NullableTimestamp
  }
  unknownSignIns: {
    addressHash: Buffer
    failures: number
    untilAt: Timestamp
  }
  usedChallenges: {
    challengeHash: string
    expiresAt: Timestamp
  }
  userBuildings: {
    userId: string
    buildingId: string
  }
  users: {
    id: Generated<string>
    email: string
    displayName: string
    role: string
    passwordHash: Optional<string>
    mustChangePassword: Generated<boolean>
    active: Generated<boolean>
    authSource: Generated<'local' | 'oidc'>
    tokenVersion: Generated<number>
    failedLogins: Generated<number>
    lockedUntil: NullableTimestamp
    lastLoginAt: NullableTimestamp
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
    isLimited: Generated<boolean>
    temporaryUntil: NullableTimestamp
  }
  visits: {
    id: Generated<string>
    personId: string
    buildingId: string
    hostId: Optional<string>
    company: Optional<string>
    purpose: Optional<string>
    expectedAt: NullableTimestamp
    arrivedAt: NullableTimestamp
    leftAt: NullableTimestamp
    badge: Optional<string>
    note: Optional<string>
    code: string
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  wardenPeople: {
    wardenId: string
    personId: string
    rank: number
  }
  wardens: {
    id: Generated<string>
    buildingId: string
    floorId: Optional<string>
    zoneId: Optional<string>
    departmentId: Optional<string>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  weatherAnswers: {
    buildingId: string
    kind: 'conditions' | 'forecast' | 'alerts'
    answer: Json<unknown>
    fetchedAt: DefaultTimestamp
  }
  weatherPlaces: {
    buildingId: string
    latitude: number
    longitude: number
    forecastPath: string
    stationPath: string
  }
  weatherReactions: {
    buildingId: string
    alertId: string
    severity: string
    at: DefaultTimestamp
    emergencyId: Optional<string>
  }
  weatherSettings: {
    severity: 'Extreme' | 'Severe' | 'Moderate' | 'Minor'
    enabled: boolean
    notify: boolean
    autoTrigger: boolean
    scenario: Generated<string>
    channels: Generated<string[]>
    cooldownMinutes: Generated<number>
    updatedAt: DefaultTimestamp
  }
  writeChecks: {
    name: string
    at: Timestamp
  }
  zoneTypes: {
    id: Generated<string>
    name: string
    colour: string
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
  }
  zones: {
    id: Generated<string>
    floorId: string
    name: string
    zoneTypeId: string
    polygon: Json<ColumnTypes['zones.polygon']>
    isEmergency: Generated<boolean>
    isMusterPoint: Generated<boolean>
    isRestricted: Generated<boolean>
    capacity: Optional<number>
    createdAt: DefaultTimestamp
    updatedAt: DefaultTimestamp
    fullSince: NullableTimestamp
  }
}
