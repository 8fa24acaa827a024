// Would an emergency work right now? What it rests on, each judged by itself; shown on the emergency page while all is calm.

export type ReadinessFacts = {
  /** Undefined: the caller may not see it. */
  readonly receivers?: { readonly online: number; readonly total: number }
  readonly musterPoints?: number
  readonly contacts?: number
}
export type Readiness = {
  readonly name: string
  readonly value: string
  readonly tone: 'good' | 'ageing'
  /** What its lack means. */
  readonly text?: string
  /** Route where it is mended. */
  readonly mend: { readonly route: string; readonly label: string }
}

export function readinessOf({ receivers, musterPoints, contacts }: ReadinessFacts): Readiness[] {
  const rows: (Readiness | undefined)[] = [
    receivers && {
      name: 'Receivers',
      value: receivers.total === 0 ? 'none' : `${receivers.online} of ${receivers.total} online`,
      mend: { route: 'receivers', label: 'Receivers' },
      ...verdictOf(
        receivers.total > 0 && receivers.online === receivers.total,
        receivers.total === 0
          ? 'Without receivers the board cannot say where anybody was seen last.'
          : 'Near a silent one nobody is seen moving, and the board says so.',
      ),
    },
    musterPoints === undefined
      ? undefined
      : {
          name: 'Muster points',
          value: counted(musterPoints),
          mend: { route: 'zones', label: 'Zones' },
          ...verdictOf(musterPoints > 0, 'Mark a zone as one, so that people who stand there are accounted for.'),
        },
    contacts === undefined
      ? undefined
      : {
          name: 'Emergency contacts',
          value: counted(contacts),
          mend: { route: 'emergency-contacts', label: 'Contacts' },
          ...verdictOf(contacts > 0, 'Nobody is told by message. The pages of everybody signed in still show it.'),
        },
  ]
  return rows.filter((row) => row !== undefined)
}

function verdictOf(good: boolean, text: string): Pick<Readiness, 'tone' | 'text'> {
  return good ? { tone: 'good' } : { tone: 'ageing', text }
}

function counted(count: number): string {
  return count === 0 ? 'none' : String(count)
}
