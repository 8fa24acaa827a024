// Waits for something that happens by itself, with a deadline.
export async function eventually(check: () => boolean, timeoutMs = 5000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`still not: ${check.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
