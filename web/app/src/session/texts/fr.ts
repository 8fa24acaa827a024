// French texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  about: 'À propos de Rollcall',
  adminGivesNew: 'Un administrateur peut vous en donner un nouveau.',
  anotherAccount: 'Utiliser un autre compte',
  anotherFloor: 'un autre étage',
  codeHelp: 'Sans votre téléphone : un de vos codes de secours.',
  codeOfApp: 'Code de votre application d’authentification',
  email: 'Adresse e-mail',
  enterCode: 'Saisissez les six chiffres de l’application ou un code de secours.',
  enterComplete: 'Saisissez une adresse e-mail complète et votre mot de passe.',
  forgotten: 'Mot de passe oublié ?',
  getNewByMail: 'En recevoir un nouveau par e-mail',
  lockedMinute:
    'Ce compte est bloqué un moment après trop de mots de passe incorrects. Réessayez dans une minute, ou demandez à un administrateur de le débloquer.',
  lockedMinutes:
    'Ce compte est bloqué un moment après trop de mots de passe incorrects. Réessayez dans {minutes} minutes, ou demandez à un administrateur de le débloquer.',
  noAccount:
    'Votre organisation vous connaît, mais vous n’avez pas de compte ici. Demandez à un administrateur d’en créer un avec votre adresse e-mail.',
  noPasskeyUsed: 'Aucune clé d’accès n’a été utilisée. Réessayez ou choisissez un autre moyen.',
  orWithPassword: 'ou avec un mot de passe',
  passkeyThere: 'Cet appareil a déjà une clé d’accès de votre compte.',
  password: 'Mot de passe',
  pictureText:
    'La position en direct des personnes et des équipements dans vos bâtiments, et un recensement qui se remplit tout seul.',
  pictureTitle: 'Savoir où chacun se trouve. Recenser tout le monde quand il le faut.',
  providerExpired: 'La connexion a pris trop de temps. Recommencez.',
  providerIncomplete:
    'Votre fournisseur d’identité ne nous a pas transmis votre adresse e-mail. Adressez-vous à votre administrateur.',
  providerRefused: 'Votre fournisseur d’identité vous a refusé l’accès. Réessayez, ou utilisez un mot de passe.',
  providerUnreachable: 'Votre fournisseur d’identité est injoignable pour le moment. Réessayez dans un instant.',
  recoveryCode: 'Code de secours',
  recoveryHelp: 'Un de ceux gardés lors de l’ajout de votre clé d’accès.',
  roleAdmin: 'Administrateur',
  roleOperator: 'Opérateur',
  roleSafety: 'Responsable sécurité',
  roleViewer: 'Consultation',
  sessionEnded: 'Votre session est terminée. Reconnectez-vous pour revenir où vous étiez.',
  signIn: 'Se connecter',
  signInWithOrganisation: 'Se connecter avec votre organisation',
  signInWithPasskey: 'Se connecter avec une clé d’accès',
  signingIn: 'Connexion en cours',
  signingInAs: 'Connexion en tant que {account}',
  temporaryOver:
    'Ce mot de passe provisoire a déjà servi ou date de plus d’une heure. Demandez-en un autre à un administrateur.',
  tooManyLater: 'Trop de tentatives depuis cet endroit. Réessayez plus tard.',
  tooManyMinute: 'Trop de tentatives depuis cet endroit. Réessayez dans une minute.',
  tooManyMinutes: 'Trop de tentatives depuis cet endroit. Réessayez dans {minutes} minutes.',
  unreachable: 'Rollcall est injoignable. Vérifiez votre connexion et réessayez.',
  useGivenAccount: 'Utilisez le compte que votre administrateur vous a donné.',
  usePasskey: 'Utiliser une clé d’accès',
  wrongCode: 'Ce code est incorrect ou a déjà servi. Attendez le suivant.',
  wrongCredentials: 'L’adresse e-mail ou le mot de passe est incorrect.',
  wrongPasskey: 'Cette clé d’accès n’ouvre pas ce compte ici. Réessayez ou choisissez un autre moyen.',
} satisfies Same<typeof en>
