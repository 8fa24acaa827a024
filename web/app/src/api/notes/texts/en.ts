// English texts of notes on fields: those of the contract, by code.
export { notes as texts } from '@rollcall/contracts/notes'
