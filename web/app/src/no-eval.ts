// Imported before everything else: zod would probe, while the contract's schemas are created, whether it may compile code,
// which the production CSP forbids and reports as a violation (appendix, security headers).
import { config } from 'zod'

config({ jitless: true })
