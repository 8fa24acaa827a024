// Why the database could not be opened, as one sentence for the operator. Thrown by the files beside this one, its migration and its opening.

export class StartFailure extends Error {}

type Cause = { readonly code?: unknown; readonly message?: unknown }

/** Turns a file system error into a sentence that names the folder. */
export function fileFailure(error: unknown, path: string): StartFailure {
  const code = (error as Cause | null)?.code
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartFailure(`Rollcall may not write to ${path}; give it a DATA_DIR that it may write to.`)
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartFailure(`The disk that holds ${path} is full; free some space and start again.`)
  }
  return new StartFailure(`The database folder ${path} cannot be used: ${String((error as Cause | null)?.message)}`)
}

/** Reads PostgreSQL's own last words. */
export function postgresFailure(output: readonly string[], folder: string, port: number): StartFailure {
  const text = output.join('\n')
  if (/no space left|disk quota/i.test(text)) return fileFailure({ code: 'ENOSPC' }, folder)
  if (/permission denied/i.test(text)) return fileFailure({ code: 'EACCES' }, folder)
  if (/could not look up effective user/i.test(text)) {
    return new StartFailure('The user that runs Rollcall has no entry in /etc/passwd, which PostgreSQL insists on.')
  }
  if (/address already in use|could not bind/i.test(text)) return portTaken(port)
  const last = output.findLast((line) => /FATAL|error/i.test(line)) ?? output.at(-1) ?? 'no message'
  return new StartFailure(`The embedded database did not start: ${last.trim()}`)
}

export function portTaken(port: number): StartFailure {
  return new StartFailure(
    `Port ${port} on 127.0.0.1 is taken by another program; stop it or choose another DATABASE_PORT.`,
  )
}
