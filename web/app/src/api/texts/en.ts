// English texts of this folder; web/app/LANGUAGES.md says how one is added.
export const texts = {
  accepted: '{kinds} or {last}, at most {most} MB',
  empty: 'The file is empty.',
  noPicture: 'The file cannot be shown as a picture. Choose another one.',
  notMade: 'The file could not be made',
  notUnderstood: 'The answer could not be understood. Try again in a moment.',
  tooLarge: 'The file has {size} MB; at most {most} MB are accepted.',
  unreachable: 'Rollcall cannot be reached. Check your connection.',
  wentWrong: 'Something went wrong on this page. Reload it to try again.',
  wrongKind: 'This kind of file is not accepted. Use {kinds}.',
} as const
