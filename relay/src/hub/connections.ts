// All connections of this node, and those of one user. Filled by the transports and by connect; asked by the HTTP API, the limits
// and the operators' pages.

export type Connections<Connection extends { user: string }> = ReturnType<typeof createConnections<Connection>>

const nobody: ReadonlySet<never> = new Set<never>()

export function createConnections<Connection extends { user: string }>() {
  const all = new Set<Connection>()
  /** Most users have one connection, and a set for each would cost more than all else about it. */
  const users = new Map<string, Connection | Set<Connection>>()
  let identified = 0

  return {
    add: (connection: Connection): void => void all.add(connection),
    /** From now on it is found by its user. */
    identify(connection: Connection): void {
      identified++
      const others = users.get(connection.user)
      if (others === undefined) users.set(connection.user, connection)
      else if (others instanceof Set) others.add(connection)
      else if (others !== connection) users.set(connection.user, new Set([others, connection]))
    },
    remove(connection: Connection): void {
      all.delete(connection)
      const others = users.get(connection.user)
      const wasFound = others === connection || (others instanceof Set && others.delete(connection))
      if (!wasFound) return
      identified--
      if (others === connection || (others instanceof Set && others.size === 0)) users.delete(connection.user)
    },
    all: (): IterableIterator<Connection> => all.values(),
    of(user: string): ReadonlySet<Connection> {
      const found = users.get(user)
      return found === undefined ? nobody : found instanceof Set ? found : new Set([found])
    },
    /** Those whose client has not said who it is. */
    unidentified: () => all.size - identified,
    counts: () => ({ clients: all.size, users: users.size }),
  }
}
