/** No answer (0), or one of something in between that says: not now. Nothing is known of what was asked. */
export const isPassing = (status: number): boolean => [0, 502, 503, 504].includes(status)
