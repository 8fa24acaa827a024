// German texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  about: 'Über Rollcall',
  adminGivesNew: 'Die Verwaltung kann Ihnen ein neues geben.',
  anotherAccount: 'Anderes Konto verwenden',
  anotherFloor: 'andere Etage',
  codeHelp: 'Ohne Ihr Telefon: einer Ihrer Wiederherstellungscodes.',
  codeOfApp: 'Code Ihrer Authenticator-App',
  email: 'E-Mail-Adresse',
  enterCode: 'Geben Sie die sechs Ziffern der App oder einen Wiederherstellungscode ein.',
  enterComplete: 'Geben Sie eine vollständige E-Mail-Adresse und Ihr Passwort ein.',
  forgotten: 'Passwort vergessen?',
  getNewByMail: 'Neues per E-Mail anfordern',
  lockedMinute:
    'Dieses Konto ist nach zu vielen falschen Passwörtern eine Zeit lang gesperrt. Versuchen Sie es in einer Minute erneut, oder lassen Sie es von der Verwaltung entsperren.',
  lockedMinutes:
    'Dieses Konto ist nach zu vielen falschen Passwörtern eine Zeit lang gesperrt. Versuchen Sie es in {minutes} Minuten erneut, oder lassen Sie es von der Verwaltung entsperren.',
  noAccount:
    'Ihre Organisation kennt Sie, aber hier gibt es kein Konto für Sie. Bitten Sie die Verwaltung, eines mit Ihrer E-Mail-Adresse anzulegen.',
  noPasskeyUsed: 'Es wurde kein Passkey verwendet. Versuchen Sie es erneut, oder wählen Sie einen anderen Weg.',
  orWithPassword: 'oder mit einem Passwort',
  passkeyThere: 'Auf diesem Gerät gibt es schon einen Passkey Ihres Kontos.',
  password: 'Passwort',
  pictureText:
    'Positionen von Personen und Geräten in Ihren Gebäuden in Echtzeit, und eine Vollzähligkeitsliste, die sich selbst füllt.',
  pictureTitle: 'Wissen, wo alle sind. Alle erfassen, wenn es darauf ankommt.',
  providerExpired: 'Die Anmeldung hat zu lange gedauert. Beginnen Sie von vorn.',
  providerIncomplete:
    'Ihr Identitätsanbieter hat Ihre E-Mail-Adresse nicht mitgeteilt. Wenden Sie sich an Ihre Verwaltung.',
  providerRefused:
    'Ihr Identitätsanbieter hat Sie nicht angemeldet. Versuchen Sie es erneut, oder verwenden Sie ein Passwort.',
  providerUnreachable: 'Ihr Identitätsanbieter ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  recoveryCode: 'Wiederherstellungscode',
  recoveryHelp: 'Einer von denen, die Sie beim Hinzufügen Ihres Passkeys aufbewahrt haben.',
  roleAdmin: 'Administrator',
  roleOperator: 'Leitstelle',
  roleSafety: 'Sicherheitsbeauftragte',
  roleViewer: 'Einsicht',
  sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an, um dorthin zurückzukehren, wo Sie waren.',
  signIn: 'Anmelden',
  signInWithOrganisation: 'Über Ihre Organisation anmelden',
  signInWithPasskey: 'Mit einem Passkey anmelden',
  signingIn: 'Anmeldung läuft',
  signingInAs: 'Anmeldung als {account}',
  temporaryOver:
    'Dieses vorläufige Passwort wurde schon benutzt oder ist älter als eine Stunde. Bitten Sie die Verwaltung um ein neues.',
  tooManyLater: 'Zu viele Versuche von hier. Versuchen Sie es später erneut.',
  tooManyMinute: 'Zu viele Versuche von hier. Versuchen Sie es in einer Minute erneut.',
  tooManyMinutes: 'Zu viele Versuche von hier. Versuchen Sie es in {minutes} Minuten erneut.',
  unreachable: 'Rollcall ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es erneut.',
  useGivenAccount: 'Verwenden Sie das Konto, das Sie von Ihrer Verwaltung erhalten haben.',
  usePasskey: 'Passkey verwenden',
  wrongCode: 'Dieser Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten.',
  wrongCredentials: 'E-Mail-Adresse oder Passwort ist falsch.',
  wrongPasskey:
    'Dieser Passkey öffnet dieses Konto hier nicht. Versuchen Sie es erneut, oder wählen Sie einen anderen Weg.',
} satisfies Same<typeof en>
