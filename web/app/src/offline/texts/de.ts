// German texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  answersNotSaved: {
    one: '{count} frühere Antwort konnte nicht gespeichert werden',
    other: '{count} frühere Antworten konnten nicht gespeichert werden',
  },
  loadAgain: 'Neu laden',
  loadThePageAgainToGoOnWhat: 'Laden Sie die Seite neu, um fortzufahren. Was Sie angetippt haben, bleibt erhalten.',
  noRoom: 'Der Speicher dieses Geräts ist voll: Neues wird für die Zeit ohne Netz nicht aufbewahrt.',
  noStorage:
    'Dieser Browser bewahrt nichts auf diesem Gerät auf, wie in einem privaten Fenster. Ohne Netz ist nach dem Schließen der Seite nichts zu sehen.',
  nothingIsKeptYet: 'Es ist noch nichts aufbewahrt.',
  notificationsOfThisSiteAre:
    'Benachrichtigungen dieser Website sind in diesem Browser gesperrt. Erlauben Sie sie zuerst in seinen Einstellungen.',
  rollcallCannotBeReached: 'Rollcall ist nicht erreichbar.',
  rollcallHasBeenUpdated: 'Rollcall wurde aktualisiert',
  roster: 'Anwesenheitsliste',
  showThem: 'Ansehen',
  stopTellingMeHere: 'Hier nicht mehr melden',
  tellMeWhenItRings: 'Bei Alarm melden',
  thePushServiceOfThis: 'Der Push-Dienst dieses Browsers ist nicht erreichbar.',
  theRosterAndTheBoardsAre:
    'Anwesenheitsliste und Vollzähligkeit sind hier versiegelt aufbewahrt, bis Sie sich abmelden: zuletzt um {clockTime}, {age}.',
  thisBrowserCannotBeTold:
    'Dieser Browser kann nicht benachrichtigt werden, während Rollcall geschlossen ist. Legen Sie Rollcall auf einem iPhone zuerst auf den Home-Bildschirm.',
  thisBrowserDoesNotTellYou:
    'Dieser Browser sagt Ihnen nicht, wenn ein Notfall oder eine Übung beginnt, während Rollcall geschlossen ist.',
  thisBrowserTellsYouWhenAn:
    'Dieser Browser sagt Ihnen, wenn ein Notfall oder eine Übung beginnt, auch wenn Rollcall geschlossen ist.',
  thisDevice: 'Dieses Gerät',
  whoWasOnSiteAtAs: 'Wer um {as} im Haus war',
} satisfies Same<typeof en>
