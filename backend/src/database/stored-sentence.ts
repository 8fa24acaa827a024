// What happened, as a row has it: the English sentence, and its code with values for other languages (contracts/src/sentences.ts).
import { told, type Said } from '@rollcall/contracts/sentences'

export function storedSentence(sentence: Said): { text: string; said: string } {
  const { text, said } = told(sentence)
  return { text, said: JSON.stringify(said) }
}
