// Departments of the demo company, where each sits and what its people are called. Used by roster.ts.

export interface Team {
  name: string
  code: string
  /** Key of the room with its desks. */
  room: string
  size: number
  titles: readonly string[]
  /** People who walk most of the day. */
  roaming?: boolean
}

export const teams: readonly Team[] = [
  {
    name: 'Engineering',
    code: 'ENG',
    room: 'f-engineering',
    size: 9,
    titles: [
      'Head of Engineering',
      'Senior Mechanical Engineer',
      'Electronics Engineer',
      'Test Engineer',
      'Systems Engineer',
    ],
  },
  {
    name: 'Software',
    code: 'SOF',
    room: 'f-software',
    size: 9,
    titles: ['Software Lead', 'Software Engineer', 'Firmware Engineer', 'Data Engineer', 'QA Engineer'],
  },
  {
    name: 'Product Design',
    code: 'DES',
    room: 'f-design',
    size: 5,
    titles: ['Design Lead', 'Product Designer', 'Industrial Designer'],
  },
  {
    name: 'Workshop',
    code: 'WRK',
    room: 'g-workshop',
    size: 5,
    titles: ['Workshop Supervisor', 'Machinist', 'Assembly Technician'],
  },
  {
    name: 'Calibration',
    code: 'CAL',
    room: 'g-lab',
    size: 4,
    titles: ['Laboratory Manager', 'Metrologist', 'Calibration Technician'],
  },
  {
    name: 'Operations',
    code: 'OPS',
    room: 'g-operations',
    size: 5,
    titles: ['Operations Manager', 'Supply Planner', 'Logistics Coordinator'],
  },
  {
    name: 'Customer Support',
    code: 'SUP',
    room: 'g-support',
    size: 6,
    titles: ['Support Manager', 'Support Engineer', 'Support Specialist'],
  },
  {
    name: 'Sales',
    code: 'SAL',
    room: 'f-sales',
    size: 5,
    titles: ['Sales Director', 'Account Manager', 'Sales Engineer'],
  },
  {
    name: 'Marketing',
    code: 'MKT',
    room: 'f-marketing',
    size: 3,
    titles: ['Marketing Manager', 'Content Writer', 'Events Coordinator'],
  },
  {
    name: 'Finance',
    code: 'FIN',
    room: 'g-finance',
    size: 3,
    titles: ['Financial Controller', 'Accountant', 'Payroll Specialist'],
  },
  { name: 'People', code: 'PPL', room: 'f-people', size: 2, titles: ['People Manager', 'Recruiter'] },
  { name: 'Executive', code: 'EXE', room: 'f-executive', size: 2, titles: ['Chief Executive', 'Executive Assistant'] },
  {
    name: 'Facilities and Security',
    code: 'FAC',
    room: 'g-security',
    size: 4,
    titles: ['Facilities Manager', 'Security Officer', 'Caretaker', 'Security Officer'],
    roaming: true,
  },
  { name: 'Reception', code: 'REC', room: 'g-reception', size: 2, titles: ['Receptionist'] },
]

export const assetList = [
  { name: 'Defibrillator, reception', category: 'Safety', room: 'g-reception' },
  { name: 'Defibrillator, first floor', category: 'Safety', room: 'f-breakout' },
  { name: 'Wheelchair', category: 'Safety', room: 'g-firstaid' },
  { name: 'Evacuation chair', category: 'Safety', room: 'f-saco' },
  { name: 'Forklift 2', category: 'Vehicles', room: 'g-stores' },
  { name: 'Pallet truck', category: 'Vehicles', room: 'g-workshop' },
  { name: 'Laser tracker', category: 'Instruments', room: 'g-lab' },
  { name: 'Spectrum analyser', category: 'Instruments', room: 'f-prototype' },
  { name: 'Oscilloscope trolley', category: 'Instruments', room: 'f-engineering' },
  { name: 'Thermal camera', category: 'Instruments', room: 'f-prototype' },
  { name: 'Demo buoy', category: 'Demonstration', room: 'g-showroom' },
  { name: 'Mobile screen', category: 'Furniture', room: 'f-boardroom' },
  { name: 'Projector, training room', category: 'Furniture', room: 'g-training' },
  { name: 'Tool cabinet', category: 'Tools', room: 'g-workshop' },
] as const
