// Where the pictures of the guide lie: those of the documents, each in both themes. Only addresses; a picture loads when it is seen.
const files = import.meta.glob<string>(
  '../../../../docs/pictures/{badges,contacts,dashboard,floor-plan,kiosk,muster,muster-phone,people,readiness,receivers,report,roles,roster-offline-phone,search-first,sweep-phone,visits,wall-board,wardens}-{light,dark}.png',
  { eager: true, query: '?url', import: 'default' },
)

export function pictureUrl(picture: string, dark: boolean): string | undefined {
  return files[`../../../../docs/pictures/${picture}-${dark ? 'dark' : 'light'}.png`]
}
