// The operators' page in one answer: no file on disk, no foreign host.
import { assemblePage } from './assemble-page.ts' with { type: 'macro' }

export const adminPage = assemblePage()
