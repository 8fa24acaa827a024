// The other end of `ask`: a load process reads one job per line and answers each with one line. It ends with its parent.
import { createInterface } from 'node:readline'

export function serveJobs<Job>(work: (job: Job) => Promise<unknown>): void {
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (text) => {
    void work(JSON.parse(text) as Job).then(
      (answer) => sayLine({ answer }),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
        process.exit(1)
      },
    )
  })
  lines.once('close', () => process.exit(0))
}

export function sayLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
