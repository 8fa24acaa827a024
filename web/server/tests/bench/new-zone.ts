// A body that the schema of POST /api/zones accepts.
export const newZone = {
  floorId: '7c0f6a3e-12f4-4d7a-8f0e-2f8f1f5c6b10',
  name: 'Hall',
  zoneTypeId: 'a3d1c5b2-5a0e-4c8f-9d64-3e1b2c4d5e6f',
  polygon: [
    { x: 1, y: 1 },
    { x: 9, y: 1 },
    { x: 9, y: 9 },
  ],
}
