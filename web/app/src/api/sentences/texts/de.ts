// German sentences of what happened: those of the contract, which mails and reports say as well.
export { texts } from '@rollcall/contracts/sentences/de'
