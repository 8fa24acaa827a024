// The methods this server knows; all others are answered 405 (spec 4.2 uses no more).
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export const allowedMethods = methods.join(', ')
export const isAllowedMethod = (method: string) => (methods as readonly string[]).includes(method)
