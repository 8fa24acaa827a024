// Cross-origin rules of the streaming transports: unlike a WebSocket, a page of another origin may read them only when told so.
import type { AllowedOrigins } from '../../transport/allowed-origins.ts'

/** The headers that let the page read the answer; none for programs without an origin; null when it is refused. */
export function crossOriginHeaders(request: Request, origins: AllowedOrigins): Record<string, string> | null {
  const origin = request.headers.get('origin')
  if (!origins.allows(origin)) return null
  if (origin === null) return {}
  const asked = request.headers.get('access-control-request-headers')
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
    ...(asked && asked.length <= 500 ? { 'access-control-allow-headers': asked } : {}),
  }
}

export function answerPreflight(headers: Record<string, string>, methods: string): Response {
  const rules = { 'access-control-max-age': '300', 'access-control-allow-methods': methods }
  return new Response(null, { status: 204, headers: { ...headers, ...rules } })
}
